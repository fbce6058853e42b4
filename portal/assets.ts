import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The built scripts and styles, each under a name with the hash of its content. */
export interface Assets {
  /** `main.js` → `/assets/main-5XAMPLE.js`. @throws Error for a name that was not built */
  urlOf(name: string): string;
  /** Finds an asset by the last part of its address; undefined for files that were not built. */
  find(file: string): Asset | undefined;
}

export interface Asset {
  type: string;
  bytes: Buffer;
}

const Manifest = z.record(z.string(), z.string());
const folder = join(import.meta.dirname, '..', 'build', 'portal');

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Reads all assets once into memory, as they are small. @throws Error where the set-up has not run */
export function loadAssets(): Assets {
  const names = readManifest();
  const files = new Map(
    Object.values(names).map((file): [string, Asset] => {
      const type = types[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
      return [file, { type, bytes: readFileSync(join(folder, file)) }];
    }),
  );
  return {
    urlOf(name) {
      const file = names[name];
      if (file === undefined) throw new Error(`no such script or style: ${name}`);
      return `/assets/${file}`;
    },
    find: (file) => files.get(file),
  };
}

function readManifest(): Record<string, string> {
  try {
    return Manifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  } catch (error) {
    throw new Error('the scripts of the pages are not built: run `npm run setup`', { cause: error });
  }
}

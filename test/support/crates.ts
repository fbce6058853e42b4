import { createHash, randomBytes } from 'node:crypto';
import { buildCrate, publishBody } from '../../ecosystems/cargo/fixtures/archives.ts';

/** A crate that this registry accepts, with its publish request. */
export interface Crate {
  name: string;
  version: string;
  file: Buffer;
  sha256: string;
  /** Body of the publish request. */
  body: Buffer;
}

export interface CrateDraft {
  name?: string;
  version?: string;
  /** Files beside `Cargo.toml`; paths are inside the crate's folder. */
  files?: Record<string, string>;
}

/** Each call makes different bytes, unless `files` has all contents. */
export async function makeCrate(draft: CrateDraft = {}): Promise<Crate> {
  const { name = uniqueName(), version = '1.0.0' } = draft;
  const files = draft.files ?? {
    'src/lib.rs': `pub const SEED: &str = "${randomBytes(8).toString('hex')}";\n`,
  };
  const manifest = `[package]\nname = "${name}"\nversion = "${version}"\nedition = "2021"\ndescription = "A crate of the tests"\nlicense = "MIT"\n`;
  const folder = `${name}-${version}`;
  const inFolder = Object.entries({ 'Cargo.toml': manifest, ...files }).map(([path, text]) => [
    `${folder}/${path}`,
    text,
  ]);
  const file = await buildCrate(Object.fromEntries(inFolder));
  const body = publishBody({ name, vers: version, deps: [], features: {} }, file);
  return { name, version, file, sha256: createHash('sha256').update(file).digest('hex'), body };
}

export function uniqueName(prefix = 'crate'): string {
  return `${prefix}-${randomBytes(8).toString('hex')}`;
}

/** A crate with a credential that holds its release until a person decides. */
export function makeSuspiciousCrate(draft: Omit<CrateDraft, 'files'> = {}): Promise<Crate> {
  // random, so that the source contains no text that looks like a credential
  const secret = `ghp_${randomBytes(64)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 36)}`;
  return makeCrate({ ...draft, files: { 'src/lib.rs': `pub const ACCESS: &str = "${secret}";\n` } });
}

import type { BodyReader } from '../../context/bodies.ts';
import { type Entry, minify } from './minify.ts';

interface Whole {
  packages: Record<string, Entry[]>;
}

/** The document for clients, made of the stored unminified one. */
export const minifier: BodyReader<null, Buffer> = {
  name: 'minify',
  // runs once per document for all clients, in less time than a thread needs to start
  inlineBytes: 1024 * 1024,
  read(bytes) {
    const { packages, ...others } = JSON.parse(bytes.toString('utf8')) as Whole;
    const smaller = Object.entries(packages).map(([name, versions]) => [name, minify(versions)]);
    return Buffer.from(
      JSON.stringify({ packages: Object.fromEntries(smaller), minified: 'composer/2.0', ...others }),
    );
  },
};

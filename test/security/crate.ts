import { buildCrate } from '../../ecosystems/cargo/fixtures/archives.ts';

export { publishBody } from '../../ecosystems/cargo/fixtures/archives.ts';

/** A crate that is in order; `manifest` is appended to its `[package]`. */
export function crateFile(
  name: string,
  version: string,
  manifest: string,
  files: Record<string, string>,
): Promise<Buffer> {
  const head = `[package]\nname = "${name}"\nversion = "${version}"\nedition = "2021"\nlicense = "MIT"\n`;
  const all = { 'Cargo.toml': `${head}${manifest}`, ...files };
  const root = `${name}-${version}`;
  return buildCrate(Object.fromEntries(Object.entries(all).map(([path, body]) => [`${root}/${path}`, body])));
}

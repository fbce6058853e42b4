import { randomBytes } from 'node:crypto';
import { buildCrate, publishBody } from '../../ecosystems/cargo/fixtures/archives.ts';

/** A valid crate whose archive has about `bytes` bytes (its filler does not compress). */
export async function crateUpload(name: string, version: string, bytes = 20_000): Promise<Buffer> {
  const manifest = `[package]\nname = "${name}"\nversion = "${version}"\nedition = "2021"\ndescription = "bench"\nlicense = "MIT"\n`;
  const folder = `${name}-${version}`;
  const crate = await buildCrate({
    [`${folder}/Cargo.toml`]: manifest,
    [`${folder}/src/lib.rs`]: 'pub fn answer() -> u32 { 42 }\n',
    [`${folder}/src/filler.txt`]: filler(bytes),
  });
  return publishBody(
    { name, vers: version, deps: [], features: {}, description: 'bench', license: 'MIT' },
    crate,
  );
}

/** Words of random letters: text to every scanner, and compressible to about three quarters of its size. */
function filler(bytes: number): string {
  const letters = randomBytes(Math.ceil(bytes * 1.3))
    .toString('base64')
    .replaceAll(/[^a-z]/gi, ' ');
  return letters.slice(0, Math.ceil(bytes * 1.3));
}

/** The path of a crate's index document for cargo. */
export function indexPath(name: string): string {
  return `/cargo/index/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
}

/** Publishes, then reads the index, as a client would. @throws Error unless both succeed */
export async function publishUntilVisible(
  url: string,
  token: string,
  crate: { name: string; version: string; body: Buffer },
): Promise<void> {
  await publish(url, token, crate.body);
  const index = await fetch(url + indexPath(crate.name));
  const text = await index.text();
  if (!text.includes(`"vers":"${crate.version}"`))
    throw new Error(`not visible: ${index.status} ${text.slice(-200)}`);
}

export async function publish(url: string, token: string, body: Buffer): Promise<void> {
  const response = await fetch(`${url}/cargo/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: token },
    body: new Uint8Array(body),
  });
  const answer = await response.text();
  if (response.status !== 200) throw new Error(`publish: ${response.status} ${answer}`);
}

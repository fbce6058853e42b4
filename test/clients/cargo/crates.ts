/** Files of a small library crate; `more` is appended to its manifest. */
export function library(name: string, version: string, more = '', source = ''): Record<string, string> {
  return {
    'Cargo.toml': `
[package]
name = "${name}"
version = "${version}"
edition = "2021"
license = "MIT"
description = "About ${name}"
publish = ["rookery"]
${more}`,
    'src/lib.rs': source,
  };
}

/** Files of a program that uses `dependencies` (TOML lines). */
export function program(dependencies: string, source = 'fn main() {}'): Record<string, string> {
  return {
    'Cargo.toml': `
[package]
name = "consumer"
version = "0.0.0"
edition = "2021"
[dependencies]
${dependencies}
`,
    'src/main.rs': source,
  };
}

/** The body of a publish request. */
export function publishBody(metadata: object, crate: Buffer): Uint8Array<ArrayBuffer> {
  const json = Buffer.from(JSON.stringify(metadata));
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32LE(json.length, 0);
  lengths.writeUInt32LE(crate.length, 4);
  return Uint8Array.from(Buffer.concat([lengths.subarray(0, 4), json, lengths.subarray(4), crate]));
}

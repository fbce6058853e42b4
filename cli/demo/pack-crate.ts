import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { parse, stringify } from 'smol-toml';
import { pack } from 'tar-stream';
import { z } from 'zod';
import { contentOf, type PackedFile } from './folder.ts';

/** The timestamp that cargo writes into its archives: equal input gives equal bytes. */
const fixedTime = new Date(1_153_704_088_000);

const Manifest = z.looseObject({
  package: z.looseObject({
    name: z.string(),
    version: z.string(),
    authors: z.array(z.string()).default([]),
    description: z.string().nullable().default(null),
    documentation: z.string().nullable().default(null),
    homepage: z.string().nullable().default(null),
    repository: z.string().nullable().default(null),
    readme: z.string().nullable().default(null),
    keywords: z.array(z.string()).default([]),
    categories: z.array(z.string()).default([]),
    license: z.string().nullable().default(null),
    'rust-version': z.string().nullable().default(null),
  }),
  features: z.record(z.string(), z.array(z.string())).default({}),
  dependencies: z.strictObject({}, 'the examples have no dependencies').default({}),
});
type Manifest = z.infer<typeof Manifest>;

export interface PackedCrate {
  name: string;
  version: string;
  /** The `.crate` file. */
  archive: Buffer;
  /** The body of the publish request. */
  body: Buffer;
}

/** The package that `cargo publish` creates from a folder without dependencies: archive, metadata, frame. */
export async function packCrate(files: readonly PackedFile[]): Promise<PackedCrate> {
  const source = contentOf(files, 'Cargo.toml').toString('utf8');
  const manifest = Manifest.parse(parse(source));
  const { name, version } = manifest.package;
  const archive = await archiveOf(`${name}-${version}`, [
    { path: 'Cargo.toml', content: Buffer.from(normalised(source)) },
    { path: 'Cargo.toml.orig', content: Buffer.from(source) },
    ...files.filter((file) => file.path !== 'Cargo.toml'),
  ]);
  return { name, version, archive, body: frame(metadataOf(manifest, files), archive) };
}

/** The manifest as tools read it from the archive: plain data; the author's original text is a separate file. */
function normalised(source: string): string {
  return `# Written by the packer; Cargo.toml.orig is the author's file.\n\n${stringify(parse(source))}\n`;
}

async function archiveOf(folder: string, files: readonly PackedFile[]): Promise<Buffer> {
  const tar = pack();
  for (const { path, content } of files) {
    tar.entry({ name: `${folder}/${path}`, size: content.length, mode: 0o644, mtime: fixedTime }, content);
  }
  tar.finalize();
  return gzipSync(await buffer(tar), { level: 9 });
}

function metadataOf({ package: facts, features }: Manifest, files: readonly PackedFile[]) {
  return {
    name: facts.name,
    vers: facts.version,
    deps: [],
    features,
    authors: facts.authors,
    description: facts.description,
    documentation: facts.documentation,
    homepage: facts.homepage,
    readme: facts.readme === null ? null : contentOf(files, facts.readme).toString('utf8'),
    readme_file: facts.readme,
    keywords: facts.keywords,
    categories: facts.categories,
    license: facts.license,
    license_file: null,
    repository: facts.repository,
    badges: {},
    links: null,
    rust_version: facts['rust-version'],
  };
}

/** The publish body: length and metadata, length and archive; both lengths are unsigned 32 bits, little endian. */
function frame(metadata: object, archive: Buffer): Buffer {
  const json = Buffer.from(JSON.stringify(metadata));
  return Buffer.concat([lengthOf(json), json, lengthOf(archive), archive]);
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return length;
}

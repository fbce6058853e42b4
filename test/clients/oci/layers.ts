import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

/** A layer with one file, compressed as images have them. */
export async function layerOf(path: string, body: string | Buffer = randomBytes(64)): Promise<Buffer> {
  const archive = pack();
  archive.entry({ name: path }, body);
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive as AsyncIterable<Buffer>) chunks.push(chunk);
  return gzipSync(Buffer.concat(chunks));
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

export interface FileServer extends AsyncDisposable {
  url: string;
}

/**
 * The peer of ecosystems without a comparable registry: files on a disk, read by GET and written by PUT, each synced;
 * in a separate process.
 */
export async function startFileServer(): Promise<FileServer> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-files-'));
  const child = fork(import.meta.filename, [folder]);
  const [url] = (await once(child, 'message')) as [string];
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

if (import.meta.main) {
  const folder = process.argv[2] ?? '';
  const server = createServer((request, response) => {
    const path = join(folder, new URL(request.url ?? '/', 'http://files').pathname);
    const answer =
      request.method === 'PUT' ? keep(request, path) : send(response, path, request.headers.range);
    answer.then(
      (status) => {
        if (status !== undefined) response.writeHead(status).end();
      },
      // the reader may disconnect in the middle
      () => (response.headersSent ? response.destroy() : response.writeHead(404).end()),
    );
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  });
  process.once('disconnect', () => process.exit(0));
}

let drafts = 0;

async function keep(request: IncomingMessage, path: string): Promise<number> {
  await mkdir(dirname(path), { recursive: true });
  drafts += 1;
  const draft = `${path}.${drafts}`;
  await pipeline(request, createWriteStream(draft));
  const file = await open(draft, 'r+');
  await file.sync();
  await file.close();
  await rename(draft, path);
  return 201;
}

async function send(response: ServerResponse, path: string, range = ''): Promise<undefined> {
  const { size } = await stat(path);
  const [, digits] = /^bytes=(\d+)-$/.exec(range) ?? [];
  const start = Number(digits ?? 0);
  response.writeHead(digits === undefined ? 200 : 206, {
    'content-type': 'application/octet-stream',
    'content-length': size - start,
    ...(digits === undefined ? {} : { 'content-range': `bytes ${start}-${size - 1}/${size}` }),
  });
  await pipeline(createReadStream(path, { start }), response);
}

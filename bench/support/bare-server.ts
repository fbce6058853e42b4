import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ConstantServer } from './constant-server.ts';

/**
 * The strictest reference for reads: `node:http` alone in a separate process, which always sends the present bytes of
 * `url`.
 */
export async function startBareServer(url: string): Promise<ConstantServer> {
  const child = fork(import.meta.filename, [url]);
  const [listening] = (await once(child, 'message')) as [string];
  return {
    url: listening,
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

if (import.meta.main) {
  const original = await fetch(process.argv[2] ?? '');
  const body = Buffer.from(await original.arrayBuffer());
  const head = {
    'content-type': original.headers.get('content-type') ?? 'application/octet-stream',
    'content-length': body.length,
  };
  const server = createServer((_request, response) => response.writeHead(200, head).end(body));
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  });
  process.once('disconnect', () => process.exit(0));
}

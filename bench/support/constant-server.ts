import { fork } from 'node:child_process';
import { once } from 'node:events';
import Fastify from 'fastify';

export interface ConstantServer extends AsyncDisposable {
  url: string;
}

/** The reference for reads: Fastify in a separate process, which always sends the present bytes of `url`. */
export async function startConstantServer(url: string): Promise<ConstantServer> {
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
  const contentType = original.headers.get('content-type') ?? 'application/octet-stream';
  const body = Buffer.from(await original.arrayBuffer());
  const app = Fastify();
  app.get('/*', (_request, reply) => reply.header('content-type', contentType).send(body));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  process.once('disconnect', () => void app.close());
  process.send?.(url);
}

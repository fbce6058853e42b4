import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { oncePerProcess } from './once-per-process.ts';
import { createRunParts, type RunParts } from './run-parts.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of `test/support/run-server.ts`; undefined in projects that share nothing. */
    run: string | undefined;
  }
}

/** Several projects of the runner share one server: the first starts it, the last stops it. */
interface Sharing {
  server: Promise<RunServer> | undefined;
  users: number;
}

interface RunServer {
  url: string;
  stop(): Promise<void>;
}

/**
 * The shared parts of all test files of a run, in the runner's process, which outlives those of the files. The
 * first test that needs a part starts it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sharing = oncePerProcess<Sharing>('run', () => ({ server: undefined, users: 0 }));
  sharing.users += 1;
  sharing.server ??= startRunServer();
  const server = await sharing.server;
  project.provide('run', server.url);
  return async () => {
    sharing.users -= 1;
    if (sharing.users === 0) await server.stop();
  };
}

async function startRunServer(): Promise<RunServer> {
  // the URL is read only after the server listens
  const parts = createRunParts(() => url);
  const server = createServer((request, response) => {
    answer(parts, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(error instanceof Error ? error.message : String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // a listening TCP server has an object as its address
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async stop() {
      server.close();
      server.closeAllConnections();
      await parts.stop();
    },
  };
}

async function answer(parts: RunParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, noun = '', name = '', ...rest] = (request.url ?? '').split('/');
  if (noun === 'issuers' && name !== '') {
    const port = parts.portOfIssuer(`/issuers/${name}`);
    if (port === undefined) response.writeHead(404).end();
    else relay(port, `/${rest.join('/')}`, request, response);
    return;
  }
  const ask = parts.ask[noun];
  if (!ask) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(await ask(name, await readJson(request))));
}

/** Relays to an issuer, which runs in the process of its test file and has its address here. */
function relay(port: number, path: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = request;
  const passedOn = forward({ host: '127.0.0.1', port, path, method, headers }, (answered) => {
    response.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(response);
  });
  passedOn.on('error', () => response.destroy());
  response.on('close', () => passedOn.destroy());
  request.pipe(passedOn);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : JSON.parse(text);
}

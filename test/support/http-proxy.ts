import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `pass`: forwards; `fail`: answers 503; `lose`: forwards the request and drops its answer. */
export type ProxyMood = 'pass' | 'fail' | 'lose';

/** A proxy in front of an HTTP server that fails on demand. */
export interface HttpProxy {
  url: string;
  setMood(mood: ProxyMood): void;
  /** Failed requests since the mood was last set. */
  failed(): number;
  close(): Promise<void>;
}

export async function startHttpProxy(target: string): Promise<HttpProxy> {
  let mood: ProxyMood = 'pass';
  let failed = 0;

  function forward(incoming: IncomingMessage, response: ServerResponse): void {
    // keeps the Host header, which is part of the clients' signatures
    const { url: path, method, headers } = incoming;
    const onward = request(target, { path, method, headers });
    onward.once('response', (answer) => {
      if (mood === 'lose') {
        failed += 1;
        answer.resume();
        response.destroy();
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.once('error', () => response.destroy());
    incoming.once('error', () => onward.destroy());
    incoming.pipe(onward);
  }

  const server = createServer((incoming, response) => {
    if (mood !== 'fail') return forward(incoming, response);
    failed += 1;
    incoming.resume();
    response.writeHead(503, { 'content-type': 'application/xml' });
    response.end('<Error><Code>ServiceUnavailable</Code><Message>by the test</Message></Error>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // a listening TCP server has an object as its address
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    setMood(next) {
      mood = next;
      failed = 0;
    },
    failed: () => failed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

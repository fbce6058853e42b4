import { Agent, request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A request sent unchanged: no normal form of the path, no redirects, no decoding of the body. */
export interface Ask {
  method?: string;
  /** Path and query, unchanged on the wire. */
  path: string;
  headers?: OutgoingHttpHeaders;
  /** The whole body, or chunks of unknown total length. */
  body?: Buffer | string | Iterable<Buffer>;
  /** A longer time limit for slow operations. */
  withinMs?: number;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
  milliseconds: number;
}

/** A slower answer counts as a hang. */
export const patienceMs = 5_000;

/** More than the number of ecosystems: a publish in each may wait while other requests are sent. */
const agent = new Agent({ keepAlive: true, maxSockets: 24 });

/** @throws Error with the request if no answer arrived in time or the connection broke before it */
export async function ask(
  url: string,
  { method = 'GET', path, headers = {}, body, withinMs = patienceMs }: Ask,
): Promise<Answer> {
  const begun = performance.now();
  const { hostname, port } = new URL(url);
  const isWhole = typeof body === 'string' || Buffer.isBuffer(body);
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const fail = (error: Error) => {
      clearTimeout(timer);
      outgoing.destroy();
      reject(new Error(`${method} ${path.slice(0, 200)}: ${error.message}`, { cause: error }));
    };
    const timer = setTimeout(() => fail(new Error(`no answer within ${withinMs} ms`)), withinMs);
    const framing = isWhole || body === undefined ? {} : { 'transfer-encoding': 'chunked' };
    const all = { ...framing, ...headers };
    const outgoing = httpRequest({ hostname, port, agent, method, path, headers: all }, (incoming) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', fail);
      incoming.on('end', () => {
        clearTimeout(timer);
        const received = Object.entries(incoming.headers).map(
          ([name, value]) => [name, String(value)] as const,
        );
        const text = decode(Buffer.concat(chunks), incoming.headers['content-encoding']);
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(received),
          text,
          milliseconds: performance.now() - begun,
        });
        // after an early refusal the rest of the body stays unsent
        if (!outgoing.writableFinished) outgoing.destroy();
      });
    });
    // the server may close the connection while an early answer is still being read
    const breakOff = (error: Error) => (isAnswered ? undefined : fail(error));
    outgoing.on('error', breakOff);
    if (isWhole || body === undefined) outgoing.end(body);
    else pipeline(Readable.from(body), outgoing).catch(breakOff);
  });
}

function decode(body: Buffer, encoding: string | undefined): string {
  if (body.length === 0) return '';
  if (encoding === 'gzip') return gunzipSync(body).toString();
  return (encoding === 'br' ? brotliDecompressSync(body) : body).toString();
}

/** Runs `work` for all items, a few at a time. */
export async function forEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  width = 8,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

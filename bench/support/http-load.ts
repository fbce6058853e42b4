import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { distribution, type Distribution, round } from './statistics.ts';

export interface HttpLoad {
  connections: number;
  seconds: number;
  /**
   * Milliseconds between an answer and the next request of its connection, for loads that leave the machine idle
   * time.
   */
  pauseMs?: number;
  /** The Accept header, where the answer depends on it. */
  accept?: string;
  /** The range of a partial request. */
  range?: string;
}

export interface HttpResult extends Distribution {
  perSecond: number;
}

/**
 * Reads one address as fast as it answers, from another process and over plain sockets: a client that parses and
 * decodes takes more time than the compared servers. @throws Error for a status other than 200, or 206 for a part
 */
export async function loadHttp(
  url: string,
  { connections, seconds, pauseMs = 0, accept = '*/*', range = '' }: HttpLoad,
): Promise<HttpResult> {
  const settings = [connections, seconds, pauseMs].map(String);
  const child = fork(import.meta.filename, [url, accept, range, ...settings]);
  const [result] = (await once(child, 'message')) as [HttpResult | { error: string }];
  child.disconnect();
  if ('error' in result) throw new Error(`${url}: ${result.error}`);
  return result;
}

/** Reads one answer for its length. Of later answers, only the length and the beginning are checked. */
async function learnLength(url: URL, request: string): Promise<number> {
  const socket = connect(Number(url.port), url.hostname);
  let seen = Buffer.alloc(0);
  socket.write(request);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    seen = Buffer.concat([seen, chunk]);
    const head = seen.indexOf('\r\n\r\n');
    if (head < 0) continue;
    const [, length] = /content-length: (\d+)/i.exec(seen.toString('latin1', 0, head)) ?? [];
    // a chunked body is complete with its empty chunk
    if (length === undefined && !seen.subarray(-5).equals(lastChunk)) continue;
    socket.destroy();
    return length === undefined ? seen.length : head + 4 + Number(length);
  }
  throw new Error('no answer');
}

const lastChunk = Buffer.from('0\r\n\r\n');

const requestFor = (url: URL, accept: string, range: string) =>
  `GET ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\naccept: ${accept}\r\n${
    range === '' ? '' : `range: ${range}\r\n`
  }\r\n`;

async function load(
  url: URL,
  request: string,
  { connections, seconds, pauseMs = 0, range }: HttpLoad,
): Promise<HttpResult> {
  const wanted = range ? '206' : '200';
  const length = await learnLength(url, request);
  const times: number[] = [];
  const begun = performance.now();
  const until = begun + seconds * 1_000;
  const client = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(url.port), url.hostname).setNoDelay(true).on('error', reject);
      socket.once('close', () => reject(new Error('the connection was closed')));
      let sentAt = 0;
      let missing = length;
      const ask = () => {
        sentAt = performance.now();
        socket.write(request);
      };
      socket.on('data', (chunk) => {
        if (missing === length && chunk.toString('latin1', 9, 12) !== wanted) {
          reject(new Error(chunk.toString('latin1', 0, 40)));
        }
        missing -= chunk.length;
        if (missing > 0) return;
        const now = performance.now();
        times.push(now - sentAt);
        if (now >= until) {
          socket.end(resolve);
          return;
        }
        missing = length;
        if (pauseMs > 0) setTimeout(ask, pauseMs);
        else ask();
      });
      ask();
    });
  await Promise.all(Array.from({ length: connections }, client));
  return {
    perSecond: round((times.length * 1_000) / (performance.now() - begun), 0),
    ...distribution(times),
  };
}

if (import.meta.main) {
  const [address = '', accept = '', range = '', ...settings] = process.argv.slice(2);
  const url = new URL(address);
  const [connections = 1, seconds = 1, pauseMs = 0] = settings.map(Number);
  const settled = load(url, requestFor(url, accept, range), { connections, seconds, pauseMs, range });
  const result = await settled.catch((error: unknown) => ({ error: String(error) }));
  process.send?.(result);
}

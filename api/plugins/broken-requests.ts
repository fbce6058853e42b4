import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '../../domain/errors.ts';
import { presentProblem } from './problem.ts';

/** Refusals by the parser's code; every other code gets 400. */
const refusals: Partial<Record<string, { status: number; detail: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'the headers are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'the request did not arrive in time' },
};

/**
 * Answers a malformed request. Its route is unknown, so the answer has the form of our own API. The connection ends,
 * as a header announces: the bytes that follow can not be parsed.
 */
export function refuseBrokenRequest(code: string, socket: Socket, baseUrl: string): void {
  if (code === 'ECONNRESET') return;
  const { status, detail } = refusals[code] ?? { status: 400, detail: 'this is not a request of HTTP' };
  answerRaw(socket, new DomainError('bad_request', detail), { requestId: randomUUID(), baseUrl, status });
}

/**
 * Answers on a connection without a valid request, and ends the connection. `status` overrides the status of the
 * error.
 */
export function answerRaw(
  socket: Socket,
  error: DomainError,
  { requestId, baseUrl, status = error.status }: { requestId: string; baseUrl: string; status?: number },
): void {
  if (socket.destroyed) return;
  const title = STATUS_CODES[status] ?? '';
  const problem = presentProblem(error, requestId, baseUrl);
  const body = JSON.stringify({ ...problem, title, status });
  const { retryAfterSeconds } = error.meta;
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

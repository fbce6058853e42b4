import { createHmac } from 'node:crypto';
import { guardedRequest } from '../outgoing/guarded-request.ts';

const timeoutMs = 10_000;

export interface Message {
  id: string;
  url: string;
  secret: string;
  event: string;
  /** The JSON text. */
  body: string;
  /** Headers in addition to those of all messages. */
  headers?: Record<string, string>;
}

/** Signs the exact bytes of the body. */
export function signatureOf(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** Returns the status of the receiver's answer; its body is not read. @throws Error with the failure */
export async function sendMessage(
  { id, url, secret, event, body, headers }: Message,
  { mayReachInside }: { mayReachInside: boolean },
): Promise<number> {
  const response = await guardedRequest(new URL(url), {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'rookery',
      'x-rookery-event': event,
      'x-rookery-delivery': id,
      'x-rookery-signature': signatureOf(secret, body),
    },
    body: Buffer.from(body),
    timeoutMs,
    isTrusted: mayReachInside,
  });
  response.destroy();
  return response.statusCode ?? 0;
}

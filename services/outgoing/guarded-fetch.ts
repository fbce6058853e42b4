import { inputLimits } from '../../domain/limits/inputs.ts';
import type { IncomingMessage } from 'node:http';
import { parseJson } from '../../domain/utf8.ts';
import { guardedRequest } from './guarded-request.ts';

const timeoutMs = 5_000;
const maxBytes = inputLimits['fetched document'].bytes;

export interface Guard {
  /** An origin from the operator's configuration: it may be internal, and use http. Others may not. */
  trustedOrigin?: string;
}

/** Fetches a JSON document from an untrusted address. @throws as {@link guardedRequest} */
export async function fetchJson(address: string, { trustedOrigin }: Guard = {}): Promise<unknown> {
  const url = new URL(address);
  const isTrusted = url.origin === trustedOrigin;
  if (url.protocol === 'http:' && !isTrusted) throw new Error(`${url.protocol} is not allowed`);
  const headers = { accept: 'application/json', 'user-agent': 'rookery' };
  return parseJson(await readBounded(await guardedRequest(url, { headers, timeoutMs, isTrusted })));
}

async function readBounded(response: IncomingMessage): Promise<Buffer> {
  try {
    if (response.statusCode !== 200) throw new Error(`answered ${response.statusCode}`);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new Error(`answered more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    response.destroy();
  }
}

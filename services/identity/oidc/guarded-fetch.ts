import { lookup as resolveHost, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './addresses.ts';
import { parseJson } from '../../../domain/utf8.ts';

const timeoutMs = 5_000;
const maxBytes = 256 * 1024;

export interface Guard {
  /** Origin that an operator has configured: it may be inside, and on http. Others may not. */
  trustedOrigin?: string;
}

/**
 * Fetches a JSON document from an address that others had a say in. The connection goes to the very address
 * that was judged, so a name can't change its meaning in between. No redirects, no pooled connections.
 * @throws Error with what went wrong; not for clients
 */
export async function fetchJson(address: string, { trustedOrigin }: Guard = {}): Promise<unknown> {
  const url = new URL(address);
  const isTrusted = url.origin === trustedOrigin;
  if (url.protocol !== 'https:' && !(isTrusted && url.protocol === 'http:')) {
    throw new Error(`${url.protocol} is not allowed`);
  }
  if (url.username !== '' || url.password !== '') throw new Error('credentials in an address');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isTrusted && isIP(host) !== 0 && !isPublicAddress(host)) throw new Error(`${host} is not public`);
  return parseJson(await readBounded(await get(url, isTrusted)));
}

function get(url: URL, isTrusted: boolean): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  const options = {
    agent: isSecure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false }),
    headers: { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'rookery' },
    signal: AbortSignal.timeout(timeoutMs),
    ...(isTrusted ? {} : { lookup: publicLookup }),
  };
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? httpsRequest : httpRequest)(url, options, resolve);
    sent.once('error', reject);
    sent.end();
  });
}

/** Resolves a name and refuses it when any of its addresses leads inside. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  resolveHost(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, []);
    const hidden = addresses.find(({ address }) => !isPublicAddress(address));
    const [first] = addresses;
    if (hidden || !first) return done(new Error(`${hostname} is not public`), []);
    return options.all ? done(null, addresses) : done(null, first.address, first.family);
  });
};

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

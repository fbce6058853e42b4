import { lookup as resolveHost, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { refuseInTransaction } from '../../store/postgres/transactions.ts';
import { isPublicAddress } from './addresses.ts';

export interface GuardedRequest {
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: Buffer;
  timeoutMs: number;
  /** The operator trusts the address, so it may be internal. */
  isTrusted: boolean;
}

/**
 * Sends a request to an untrusted address. The connection uses exactly the checked address, so a name can't resolve
 * differently in between. No redirects, no pooled connections; the time limit includes the answer's body.
 * @throws Error with the failure; not for clients
 */
export function guardedRequest(url: URL, request: GuardedRequest): Promise<IncomingMessage> {
  refuseInTransaction('an address of others');
  const { method = 'GET', headers, body, timeoutMs, isTrusted } = request;
  assertOutside(url, isTrusted);
  const isSecure = url.protocol === 'https:';
  const options = {
    method,
    agent: isSecure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false }),
    headers: { ...headers, 'accept-encoding': 'identity' },
    signal: AbortSignal.timeout(timeoutMs),
    ...(isTrusted ? {} : { lookup: publicLookup }),
  };
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? httpsRequest : httpRequest)(url, options, resolve);
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Checks an address before its name is resolved. @throws Error */
export function assertOutside(url: URL, isTrusted: boolean): void {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Error(`${url.protocol} is not allowed`);
  if (url.username !== '' || url.password !== '') throw new Error('credentials in an address');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isTrusted && isIP(host) !== 0 && !isPublicAddress(host)) throw new Error(`${host} is not public`);
}

/** Resolves a name and refuses it when any of its addresses is internal. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  resolveHost(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, []);
    const hidden = addresses.find(({ address }) => !isPublicAddress(address));
    const [first] = addresses;
    if (hidden || !first) return done(new Error(`${hostname} is not public`), []);
    return options.all ? done(null, addresses) : done(null, first.address, first.family);
  });
};

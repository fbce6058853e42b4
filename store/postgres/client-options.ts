import type { ClientConfig } from 'pg';
import { readTls } from './tls.ts';

/** A peer that is gone without a word is found by the kernel as well, on connections that are idle. */
const keepAliveAfterMs = 10_000;

/** For every connection of ours to one host: of the pool, of listeners, of migrations and of locks. @throws UnusableTls */
export function clientOptions(address: string): ClientConfig {
  const { url, ssl } = readTls(address);
  return {
    connectionString: url,
    ssl,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
  };
}

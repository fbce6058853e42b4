import type { ClientConfig } from 'pg';
import { readTls } from './tls.ts';

/** TCP keep-alive delay: the kernel detects a lost peer on idle connections as well. */
const keepAliveAfterMs = 10_000;

/** Options of every connection to one host: of the pool, listeners, migrations and locks. @throws UnusableTls */
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

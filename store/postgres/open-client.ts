import { Client, type ClientConfig } from 'pg';
import { clientOptions } from './client-options.ts';
import { askReadOnly, assertWritable } from './writable.ts';
import type { OnOneHost } from './hosts.ts';

/** Opens a separate connection, outside of any pool, for work that needs a session. The caller ends it. */
export async function openClient(
  onOneHost: OnOneHost,
  options: Omit<ClientConfig, 'connectionString'> = {},
): Promise<Client> {
  return onOneHost(async (url, mustWrite) => {
    const client = new Client({ ...clientOptions(url), ...options });
    // without a listener, a broken connection would end the process
    client.on('error', () => {});
    try {
      await client.connect();
      if (mustWrite) assertWritable((await client.query<Record<string, unknown>>(askReadOnly.sql)).rows);
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  });
}

import type { Driver, DriverClient, DriverFactory } from 'slonik';
import { connectionsTo } from './connections.ts';
import { createHostChoice } from './hosts.ts';
import { askReadOnly, assertWritable, readOnlyCode } from './writable.ts';

/**
 * Connections of a pool to the host that accepts writes; if none does, to any host that answers, so that reads
 * continue. After a refused write, all idle connections are dropped at once: each would refuse another write, and
 * none of them recovers after a fail-over.
 */
export function createDriver(address: string): DriverFactory {
  return async ({ driverConfiguration }) => {
    const onOneHost = createHostChoice(address);
    const drivers = new Map<string, Promise<Driver>>();
    const open = new Set<DriverClient>();

    function driverOf(url: string): Promise<Driver> {
      const driver = drivers.get(url) ?? connectionsTo(url)({ driverConfiguration });
      drivers.set(url, driver);
      return driver;
    }

    async function connect(url: string, mustWrite: boolean): Promise<DriverClient> {
      const client = await (await driverOf(url)).createClient();
      if (!mustWrite) return client;
      try {
        client.acquire();
        assertWritable((await client.query(askReadOnly.sql)).rows);
        await client.release();
        return client;
      } catch (error) {
        await client.destroy().catch(() => {});
        throw error;
      }
    }

    async function connectAnywhere(): Promise<DriverClient> {
      try {
        return await onOneHost(connect);
      } catch (error) {
        if (!isReadOnly(error)) throw error;
        return onOneHost((url) => connect(url, false));
      }
    }

    function dropIdle(): void {
      for (const client of open) if (client.state() === 'IDLE') client.destroy().catch(() => {});
    }

    // an unreachable address is reported at the start
    await (await connectAnywhere()).destroy();
    return {
      async createClient() {
        const client = await connectAnywhere();
        open.add(client);
        client.on('destroy', () => open.delete(client));
        const query: DriverClient['query'] = async (...asked) => {
          try {
            const result = await client.query(...asked);
            if (asked[0] === askReadOnly.sql) assertWritable(result.rows);
            return result;
          } catch (error) {
            if (isReadOnly(error)) dropIdle();
            throw error;
          }
        };
        return { ...client, query };
      },
    };
  };
}

function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === readOnlyCode;
}

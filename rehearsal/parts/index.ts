import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Addresses } from '../addresses.ts';
import { type Place, type Relay, startRelay } from '../relay.ts';
import { startElasticsearch } from '../../test/support/elasticsearch/server.ts';
import { type Database, startDatabase } from './database.ts';
import { startPooler } from './pooler.ts';
import { startRedisServer } from './redis.ts';
import { startStorage, type Storage } from './storage.ts';
import { startTemporalServer, type TemporalServer } from './temporal.ts';

export interface Parts {
  database: Database;
  storage: Storage;
  temporal: TemporalServer;
  /** By the part's name; `postgres` is the address that moves at a fail-over. */
  relays: Record<PartName, Relay>;
}

export const ports = {
  postgres: 5432,
  'database-1': 5432,
  'database-2': 5432,
  pooler: 5432,
  temporal: 7233,
  redis: 6379,
  s3: 7070,
  elasticsearch: 9200,
} as const;
export type PartName = keyof typeof ports;

/** Starts the servers and a relay in front of each. `keep` gets everything, and stops it in reverse order. */
export async function startParts(
  folder: string,
  secrets: string,
  addresses: Addresses,
  keep: (stop: () => Promise<unknown>) => void,
): Promise<Parts> {
  const at = (name: Parameters<Addresses['of']>[0], port: number): Place => ({
    host: addresses.of(name),
    port,
  });
  const relay = async (name: PartName, target: Place): Promise<Relay> => {
    const started = await startRelay(at(name, ports[name]), target);
    keep(() => started.close());
    return started;
  };
  await mkdir(folder, { recursive: true });
  // started first, as it takes the longest
  const searching = startElasticsearch();
  searching.catch(() => undefined);
  const database = await startDatabase(secrets, keep);
  const [first, second] = [database.primary.port, database.standby.port].map((port) => ({
    host: '127.0.0.1',
    port,
  })) as [Place, Place];
  const databases = {
    postgres: await relay('postgres', first),
    'database-1': await relay('database-1', first),
    'database-2': await relay('database-2', second),
  };
  const own = {
    pooler: at('pooler-server', ports.pooler),
    temporal: at('temporal-server', ports.temporal),
    redis: at('redis-server', ports.redis),
    s3: at('s3-server', ports.s3),
  };
  const moving = databases.postgres.place;
  const pooler = await startPooler(join(folder, 'pooler'), secrets, own.pooler, moving);
  keep(() => pooler.stop());
  const temporal = await startTemporalServer(join(folder, 'temporal'), secrets, own.temporal, moving);
  keep(() => temporal.stop());
  const redis = await startRedisServer(folder, secrets, own.redis);
  keep(() => redis.stop());
  const storage = await startStorage(join(folder, 's3'), secrets, own.s3);
  keep(() => storage.stop());
  const search = await searching;
  keep(() => search.stop());
  const { hostname: host, port } = new URL(search.url);
  const relays = {
    ...databases,
    pooler: await relay('pooler', own.pooler),
    temporal: await relay('temporal', temporal.place),
    redis: await relay('redis', own.redis),
    s3: await relay('s3', own.s3),
    elasticsearch: await relay('elasticsearch', { host, port: Number(port) }),
  };
  return { database, storage, temporal, relays };
}

import { randomInt } from 'node:crypto';

/**
 * The loopback addresses of one rehearsal. Every service has its own address, so that all keep the ports of
 * docker-compose.yml. Linux answers on all of 127.0.0.0/8 without configuration.
 */
export interface Addresses {
  of(service: Service): string;
}

const hosts = {
  'api-1': 11,
  'api-2': 12,
  'api-3': 13,
  'worker-1': 21,
  'worker-2': 22,
  scanner: 31,
  'engine-1': 41,
  'engine-2': 42,
  // the addresses by which roles reach the parts: relays that can be interrupted
  postgres: 51,
  'database-1': 52,
  'database-2': 53,
  pooler: 54,
  temporal: 55,
  redis: 56,
  s3: 57,
  elasticsearch: 58,
  // the servers behind the relays, where their address is configurable
  'pooler-server': 64,
  'temporal-server': 65,
  'redis-server': 66,
  's3-server': 67,
} as const;
export type Service = keyof typeof hosts;

/** Chooses another network for each run, so that parallel runs do not conflict. */
export function chooseAddresses(network = randomInt(2, 255)): Addresses {
  return { of: (service) => `127.${network}.0.${hosts[service]}` };
}

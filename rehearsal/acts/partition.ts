import { setTimeout as pause } from 'node:timers/promises';
import type { PartName } from '../parts/index.ts';
import type { Act } from './act.ts';

const relaysOf = {
  postgres: ['postgres', 'database-1', 'database-2'],
  pooler: ['pooler'],
  redis: ['redis'],
  s3: ['s3'],
  elasticsearch: ['elasticsearch'],
  temporal: ['temporal'],
} as const satisfies Record<string, readonly PartName[]>;

/** For half of the time the network to the part drops packets, then it refuses connections. */
export function partition(part: keyof typeof relaysOf): Act {
  return {
    name: `without-${part}`,
    summary: `no network to ${part}: silent, then refused`,
    mayFailReads: part === 'postgres' || part === 'pooler',
    async play({ parts }, seconds) {
      const relays = relaysOf[part].map((name) => parts.relays[name]);
      try {
        for (const relay of relays) relay.silence();
        await pause(seconds * 500);
        for (const relay of relays) relay.cut();
        await pause(seconds * 500);
      } finally {
        for (const relay of relays) relay.open();
      }
    },
  };
}

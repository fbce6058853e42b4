import { setTimeout as pause } from 'node:timers/promises';
import type { Act } from './act.ts';

const roundTripMs = 200;

export const delay: Act = {
  name: 'delay',
  summary: `every part answers ${roundTripMs} ms later`,
  async play({ parts }, seconds) {
    // excludes `postgres`, through which the pooler and Temporal reach the database: they would be delayed twice
    const relays = Object.entries(parts.relays).filter(([name]) => name !== 'postgres');
    try {
      for (const [, relay] of relays) relay.delay(roundTripMs);
      await pause(seconds * 1_000);
    } finally {
      for (const [, relay] of relays) relay.delay(0);
    }
  },
};

import { setTimeout as pause } from 'node:timers/promises';
import type { Act } from './act.ts';

/** The time in which the databases' supervisor notices. */
const noticedAfterMs = 3_000;

export const failOver: Act = {
  name: 'fail-over',
  summary:
    'the primary database is killed, its synchronous standby promoted, and the address of the pooler moves',
  mayFailReads: true,
  async play({ parts }) {
    const { database, relays } = parts;
    await database.primary.kill();
    await pause(noticedAfterMs);
    await database.standby.promote();
    relays.postgres.lead({ host: '127.0.0.1', port: database.standby.port });
    return 'reads fail from the kill until the promotion, three seconds later';
  },
};

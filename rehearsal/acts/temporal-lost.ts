import { Client } from 'pg';
import { runJob } from '../roles.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { Act } from './act.ts';

export const temporalLost: Act = {
  name: 'temporal-lost',
  summary: "Temporal's databases are lost; it starts on empty ones, and `rookery setup-temporal` runs",
  async play({ parts, settings }, seconds) {
    const { temporal, database } = parts;
    await temporal.kill();
    await pause(seconds * 250);
    const client = new Client({ connectionString: database.primary.urlOf('postgres') });
    await client.connect();
    try {
      for (const name of ['temporal', 'temporal_visibility']) {
        await client.query(`drop database ${name} with (force)`);
        await client.query(`create database ${name} owner temporal`);
      }
    } finally {
      await client.end();
    }
    await temporal.start();
    await runJob(settings['temporal-setup']);
    return 'every workflow under way is started again by the reconciler';
  },
};

import { Client, Connection } from '@temporalio/client';
import { setTimeout as pause } from 'node:timers/promises';
import { runJob } from '../roles.ts';
import type { Stage } from '../stage.ts';
import type { Act } from './act.ts';

/** Workers check each minute whether their schedules exist. */
const schedulesWithinMs = 120_000;

export const temporalLost: Act = {
  name: 'temporal-lost',
  summary: "Temporal's databases are lost; it starts on empty ones, and `rookery setup-temporal` runs",
  async play(stage, seconds) {
    const { temporal, database } = stage.parts;
    await temporal.kill();
    await pause(seconds * 250);
    await temporal.startEmpty(database);
    await runJob(stage.settings['temporal-setup']);
    const begun = performance.now();
    await untilScheduled(stage);
    const waited = (performance.now() - begun) / 1_000;
    return `no process is started again; ${waited.toFixed(0)} s after the set-up the workers had made their schedules anew`;
  },
};

/** Waits for the schedule that starts lost work again. @throws Error when it does not appear in time */
async function untilScheduled({ settings }: Stage): Promise<void> {
  const { TEMPORAL_ADDRESS: address = '', TEMPORAL_NAMESPACE: namespace = '' } =
    settings['worker-1'].environment;
  const connection = await Connection.connect({ address });
  try {
    const client = new Client({ connection, namespace });
    const deadline = Date.now() + schedulesWithinMs;
    for (;;) {
      const names: string[] = [];
      for await (const { scheduleId } of client.schedule.list()) names.push(scheduleId);
      if (names.includes('reconcile-releases')) return;
      if (Date.now() > deadline) throw new Error('the workers have not made their schedules anew');
      await pause(1_000);
    }
  } finally {
    await connection.close();
  }
}

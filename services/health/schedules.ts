import { type Client, ScheduleNotFoundError } from '@temporalio/client';
import type { WatchedSchedule } from '../../config/metrics.ts';
import { remember } from '../../store/cache/short-cache.ts';
import { schedules } from '../../workflows/definitions.ts';

export type ScheduleName = (typeof schedules)[keyof typeof schedules];

/** A recurring job, as reported by the workflow service. */
export interface ScheduleFacts {
  name: ScheduleName;
  everySeconds: number | null;
  isPaused: boolean;
  lastRun: { startedAt: Date; workflowId: string } | null;
  nextRunAt: Date | null;
  createdAt: Date;
}

/** @throws Error when the workflow service is unreachable */
export type ListSchedules = () => Promise<readonly ScheduleFacts[]>;

const rememberMs = 5_000;
const patienceMs = 1_500;

/** Lists the schedules of this version that the workflow service has. */
export function createScheduleWatch(client: Client): ListSchedules {
  return remember(rememberMs, async () => {
    const found = await client.withDeadline(Date.now() + patienceMs, () =>
      Promise.all(Object.values(schedules).map((name) => describe(client, name))),
    );
    return found.filter((schedule) => schedule !== null);
  });
}

async function describe(client: Client, name: ScheduleName): Promise<ScheduleFacts | null> {
  try {
    const { info, spec, state } = await client.schedule.getHandle(name).describe();
    const last = info.recentActions.at(-1);
    return {
      name,
      everySeconds: (spec.intervals?.[0]?.every ?? 0) / 1_000 || null,
      isPaused: state.paused,
      lastRun: last ? { startedAt: last.takenAt, workflowId: last.action.workflow.workflowId } : null,
      nextRunAt: state.paused ? null : (info.nextActionTimes[0] ?? null),
      createdAt: info.createdAt,
    };
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
    throw error;
  }
}

/** For the metrics: a schedule that is paused, or hangs in its last run, falls behind like a stopped one. */
export async function listWatched(list: ListSchedules): Promise<WatchedSchedule[]> {
  const found = await list();
  return found.flatMap(({ name, everySeconds, lastRun, createdAt }) =>
    everySeconds === null ? [] : [{ name, everySeconds, begunAt: lastRun?.startedAt ?? createdAt }],
  );
}

import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import { queues, schedules, workflowNames } from '../workflows/definitions.ts';
import { jobAttributes } from '../workflows/search-attributes.ts';

const hour = 3_600_000;
const setBy = 'setByVersion';

/** Longer than all steps of a run together, whose retries take 30 minutes at most each. */
const longestRun = 2 * hour;

function every(id: string, workflowType: string, interval: number, summary: string): ScheduleOptions {
  return {
    scheduleId: id,
    spec: { intervals: [{ every: interval }], jitter: Math.min(interval / 10, hour / 6) },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: interval },
    action: {
      type: 'startWorkflow',
      workflowType,
      workflowId: id,
      taskQueue: queues.publish,
      workflowExecutionTimeout: longestRun,
      typedSearchAttributes: jobAttributes(workflowType),
      staticSummary: summary,
      args: [],
    },
  };
}

/** A round that is still running when the next one is due is followed by that one: no round is skipped. */
const rescans: ScheduleOptions = {
  ...every(
    schedules.rescanReleases,
    workflowNames.rescanReleases,
    24 * hour,
    'Look through visible releases again',
  ),
  policies: { overlap: ScheduleOverlapPolicy.BUFFER_ONE, catchupWindow: 24 * hour },
};
// the first round over all releases may take longer than any limit
delete rescans.action.workflowExecutionTimeout;

const wanted = [
  every(schedules.cleanExpired, workflowNames.cleanExpired, hour, 'Remove what has expired'),
  every(
    schedules.cleanOciBlobs,
    workflowNames.cleanOciBlobs,
    hour,
    'Remove image layers that nothing refers to',
  ),
  every(
    schedules.reconcileReleases,
    workflowNames.reconcileReleases,
    hour / 12,
    'Restart releases left behind',
  ),
  rescans,
];

/** The memo that records which version wrote a schedule; every version writes the action as a whole. */
function markOf(version: string): Record<string, unknown> {
  return { [setBy]: version };
}

/** Whether this version wrote all schedules. */
export async function areSchedulesOf(client: Client, version: string): Promise<boolean> {
  for (const { scheduleId } of wanted) {
    try {
      const { action } = await client.schedule.getHandle(scheduleId).describe();
      if (action.memo?.[setBy] !== version) return false;
    } catch (error) {
      if (error instanceof ScheduleNotFoundError) return false;
      throw error;
    }
  }
  return true;
}

/** Creates the schedules, or updates existing ones to the settings of this version. */
export async function ensureSchedules(client: Client, version: string): Promise<void> {
  for (const { action: unmarked, ...settings } of wanted) {
    const schedule = { ...settings, action: { ...unmarked, memo: markOf(version) } };
    try {
      await client.schedule.create(schedule);
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      const { spec, policies, action } = schedule;
      await client.schedule.getHandle(schedule.scheduleId).update((previous) => ({
        ...previous,
        spec,
        policies: { ...previous.policies, ...policies },
        action: { ...action, workflowId: schedule.scheduleId },
      }));
    }
  }
}

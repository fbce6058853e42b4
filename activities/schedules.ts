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

/** Longer than all the steps of a run together may take, with their retries: 30 minutes each. */
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

/** A round that is not over when the next is due is followed by one more: none is left out. */
const rescans: ScheduleOptions = {
  ...every(
    schedules.rescanReleases,
    workflowNames.rescanReleases,
    24 * hour,
    'Look through visible releases again',
  ),
  policies: { overlap: ScheduleOverlapPolicy.BUFFER_ONE, catchupWindow: 24 * hour },
};
// a first round over everything takes as long as it takes
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

/** Whose settings a schedule has: every version writes its action as a whole. */
function markOf(version: string): Record<string, unknown> {
  return { [setBy]: version };
}

/** Whether all schedules were set by this version. */
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

/** Creates the schedules or updates existing ones to the settings of this version, so that they never drift. */
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

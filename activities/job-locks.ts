import { activityInfo, log } from '@temporalio/activity';
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker';
import { hostname } from 'node:os';
import { lockJobRun, unlockJobRun } from '../store/postgres/jobs/job-locks.ts';
import type { Pool } from '../store/postgres/pool.ts';

/** The name of this process in the workflow service. */
const identity = `${process.pid}@${hostname()}`;

/** Most steps end sooner, and write no lock. */
const shortMs = 1_000;

/** Shows on an open job which worker runs its step, and the deadline of the step, once the step takes a while. */
export function jobLocks(pool: Pool): ActivityInboundCallsInterceptor {
  return {
    async execute(input, next) {
      const { workflowExecution: run, startToCloseTimeoutMs } = activityInfo();
      if (run === undefined) return next(input);
      const until = new Date(Date.now() + startToCloseTimeoutMs);
      let written: Promise<void> | undefined;
      const timer = setTimeout(() => {
        written = lockJobRun(pool, { ...run, identity, until }).catch(ignore);
      }, shortMs);
      try {
        return await next(input);
      } finally {
        clearTimeout(timer);
        // not awaited: an unreachable database must not delay the step
        void written?.then(() => unlockJobRun(pool, { ...run, identity })).catch(ignore);
      }
    },
  };
}

function ignore(error: unknown): void {
  log.debug('the lock of a job was not noted', { error });
}

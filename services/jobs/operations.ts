import { cancelJob } from './cancel.ts';
import { historyUrl } from './history-url.ts';
import { listJobs } from './list.ts';
import { recoverStaleJobs } from './recover.ts';
import { retryJob } from './retry.ts';
import { showJob } from './show.ts';
import { startJob } from './start.ts';

/** Operations on jobs of the platform, for every surface. */
export const jobs = {
  cancel: cancelJob,
  historyUrl,
  list: listJobs,
  recoverStale: recoverStaleJobs,
  retry: retryJob,
  show: showJob,
  start: startJob,
};

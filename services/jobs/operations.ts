import { cancelJob } from './cancel.ts';
import { listJobs } from './list.ts';
import { recoverStaleJobs } from './recover.ts';
import { retryJob } from './retry.ts';
import { showJob } from './show.ts';
import { startJob } from './start.ts';

/** Jobs of the platform: what every surface may ask for. */
export const jobs = {
  cancel: cancelJob,
  list: listJobs,
  recoverStale: recoverStaleJobs,
  retry: retryJob,
  show: showJob,
  start: startJob,
};

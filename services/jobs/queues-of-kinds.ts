import type { JobKind } from '../../store/postgres/jobs/jobs.ts';
import type { QueueName } from '../health/queues.ts';

/** Queues in which the steps of a job wait, beside `publish`, where every workflow runs. */
const queuesOfKinds: Readonly<Record<JobKind, readonly QueueName[]>> = {
  publish_release: ['scan'],
  attach_file: ['scan'],
  hold_release: ['scan'],
  rescan_findings: ['scan', 'io'],
  index_package: ['io'],
  match_advisories: ['io'],
  delete_organization: ['io'],
  deliver_mail: ['io'],
  deliver_webhook: ['io'],
  import_git: ['imports'],
  import_advisories: ['maintenance'],
  render_documents: ['maintenance'],
  cleanup_expired: ['maintenance'],
  cleanup_expired_tokens: ['maintenance'],
  cleanup_oci_blobs: ['maintenance'],
  reindex_search: ['maintenance'],
  reconcile_releases: ['maintenance'],
  review_game: ['engine-review'],
};

/** Every kind of job. */
export const jobKinds = Object.keys(queuesOfKinds) as readonly JobKind[];

/** The first queue without a process that a job of this kind needs. */
export function blockingQueue(kind: string, unserved: readonly QueueName[]): QueueName | null {
  const needed = Object.hasOwn(queuesOfKinds, kind) ? queuesOfKinds[kind as JobKind] : [];
  return unserved.find((queue) => queue === 'publish' || needed.includes(queue)) ?? null;
}

/** The kinds of jobs that wait for a queue without a process. */
export function heldUpKinds(unserved: readonly QueueName[]): string[] {
  return jobKinds.filter((kind) => blockingQueue(kind, unserved) !== null);
}

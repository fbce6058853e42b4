import type { JobView } from '../../../services/jobs/list.ts';

const tones: Readonly<Record<JobView['status'], 'plain' | 'good' | 'warning' | 'danger'>> = {
  pending: 'plain',
  running: 'plain',
  waiting: 'warning',
  completed: 'good',
  failed: 'danger',
  dead: 'danger',
  cancelled: 'plain',
};

/** The tone of the badge of a state. */
export function stateTone(status: JobView['status']): (typeof tones)[JobView['status']] {
  return tones[status];
}

/** Whether the job's attempts belong to a failed step; otherwise there are none to show. */
export function hasFailedStep({ lastError, unservedQueue }: JobView): boolean {
  return lastError !== null && unservedQueue === null;
}

/** The subject of the job by its payload, else the id of the workflow. */
export function subjectOf({ payload, workflowId }: Pick<JobView, 'payload' | 'workflowId'>): string {
  const named = ['ecosystem', 'name', 'version', 'filename', 'slug']
    .map((member) => payload[member])
    .filter((value) => typeof value === 'string' && value !== '');
  return named.length > 0 ? named.join(' ') : workflowId;
}

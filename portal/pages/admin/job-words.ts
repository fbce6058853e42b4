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

/** How the badge of a state looks. */
export function stateTone(status: JobView['status']): (typeof tones)[JobView['status']] {
  return tones[status];
}

/** Whether the attempts of the job are those of a step that failed; before, it has none to show. */
export function hasFailedStep({ lastError, unservedQueue }: JobView): boolean {
  return lastError !== null && unservedQueue === null;
}

/** What the job is about, as far as its payload says. */
export function subjectOf({ payload, workflowId }: Pick<JobView, 'payload' | 'workflowId'>): string {
  const named = ['ecosystem', 'name', 'version', 'filename', 'slug']
    .map((member) => payload[member])
    .filter((value) => typeof value === 'string' && value !== '');
  return named.length > 0 ? named.join(' ') : workflowId;
}

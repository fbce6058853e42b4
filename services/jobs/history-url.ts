import { withoutTrailing } from '../../domain/trim-end.ts';
import type { Configured } from '../platform.ts';

/** The URL of a run's history in the interface of the workflow service; null without a configured address. */
export function historyUrl(
  { config }: Configured<'temporal'>,
  { workflowId, runId }: { workflowId: string; runId: string },
): string | null {
  const { uiUrl, namespace } = config.temporal;
  if (uiUrl === null) return null;
  const path = ['namespaces', namespace, 'workflows', workflowId, runId, 'history'];
  return `${withoutTrailing(uiUrl, '/')}/${path.map(encodeURIComponent).join('/')}`;
}

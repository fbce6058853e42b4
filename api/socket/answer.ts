import type { Locale } from '../../chess/locale.ts';
import { toChessError } from '../plugins/chess-error.ts';
import { presentProblem } from '../plugins/problem.ts';
import { localizeError } from '../../chess/error-text.ts';
import type { Frame } from './frame.ts';

type Asked = Pick<Frame, 'action' | 'requestId'>;

export function successText({ action, requestId }: Asked, data: object): string {
  return JSON.stringify({ type: 'response', action, request_id: requestId, success: true, data });
}

/** The members of an error over HTTP, without the members about HTTP. */
export function failureText({ action, requestId }: Asked, thrown: unknown, locale: Locale): string {
  const problem = presentProblem(localizeError(toChessError(thrown), locale), '', '');
  const { error, code, errors, retry_after_seconds, details } = problem;
  return JSON.stringify({
    type: 'response',
    action,
    request_id: requestId,
    success: false,
    error,
    code,
    errors,
    retry_after_seconds,
    details,
  });
}

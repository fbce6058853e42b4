import { DomainError, type ErrorMeta } from '../domain/errors.ts';
import type { MessageKey, MessageParams, TitledCode } from './locale.ts';
import { render } from './messages.ts';

/** The one error type with a sentence of the catalogue: whoever answers renders it in the caller's language. */
export function chessError(
  code: TitledCode,
  key: MessageKey,
  params: MessageParams = {},
  meta: ErrorMeta = {},
): DomainError {
  const details = { ...reasonOf(code, key), ...meta.details };
  return new DomainError(code, render('en', key, params), {
    ...meta,
    ...(Object.keys(details).length > 0 ? { details } : {}),
    message: { key, params },
  });
}

/** Of a FEN or PGN there is much that can be wrong: programs are told what, as well. */
function reasonOf(code: TitledCode, key: MessageKey): { reason?: string } {
  return code === 'invalid_fen' || code === 'invalid_pgn' ? { reason: key.replace(/^error\./, '') } : {};
}

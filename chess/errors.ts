import { CodedError, type ErrorFacts, type ProblemMeta } from '../domain/coded-error.ts';
import { type ChessErrorCode, chessErrorFacts } from './error-codes.ts';
import type { MessageKey, MessageParams, TitledCode } from './locale.ts';
import { render } from './messages.ts';

/** Facts for renderers, in addition to the sentence. */
export interface ChessErrorMeta extends Pick<
  ProblemMeta,
  'errors' | 'retryAfterSeconds' | 'title' | 'alternatives' | 'details'
> {
  /** The sentence in the catalogue. */
  message?: { key: MessageKey; params: MessageParams };
}

/** The error type of the chess service: each surface renders it in the caller's language. */
export class ChessError extends CodedError<ChessErrorCode, ChessErrorMeta> {
  override name = 'ChessError';

  constructor(code: ChessErrorCode, detail: string, meta: ChessErrorMeta = {}, cause?: unknown) {
    super(code, detail, meta, cause);
  }

  protected get facts(): ErrorFacts {
    return chessErrorFacts[this.code];
  }
}

/** An error with a sentence of the catalogue. */
export function chessError(
  code: TitledCode,
  key: MessageKey,
  params: MessageParams = {},
  meta: ChessErrorMeta = {},
  cause?: unknown,
): ChessError {
  const details = { ...reasonOf(code, key), ...meta.details };
  const allMeta = {
    ...meta,
    ...(Object.keys(details).length > 0 ? { details } : {}),
    message: { key, params },
  };
  return new ChessError(code, render('en', key, params), allMeta, cause);
}

/** A FEN or PGN can be invalid in many ways: `reason` identifies the fault for programs. */
function reasonOf(code: TitledCode, key: MessageKey): { reason?: string } {
  return code === 'invalid_fen' || code === 'invalid_pgn' ? { reason: key.replace(/^error\./, '') } : {};
}

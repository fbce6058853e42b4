import { type ChessErrorCode, isChessErrorCode } from '../../chess/error-codes.ts';
import { ChessError } from '../../chess/errors.ts';
import type { DomainError } from '../../domain/errors.ts';
import { toDomainError } from './domain-error.ts';

/** Converts any thrown value into an error of the chess service; refusals of the platform get a chess code. */
export function toChessError(thrown: unknown): ChessError {
  if (thrown instanceof ChessError) return thrown;
  const error = toDomainError(thrown);
  const { errors, retryAfterSeconds } = error.meta;
  return new ChessError(
    chessCodeOf(error),
    error.detail,
    {
      ...(errors === undefined ? {} : { errors }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
    error.cause ?? error,
  );
}

function chessCodeOf({ code, status }: DomainError): ChessErrorCode {
  if (code === 'malformed_json') return 'invalid_json';
  if (isChessErrorCode(code)) return code;
  // codes of the registry do not occur here; only their class (server or client error) is kept
  return status >= 500 ? 'internal' : 'bad_request';
}

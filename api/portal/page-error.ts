import { localizeError } from '../../chess/error-text.ts';
import { ChessError } from '../../chess/errors.ts';
import type { Locale } from '../../chess/locale.ts';
import type { CodedError } from '../../domain/coded-error.ts';
import { toDomainError } from '../plugins/domain-error.ts';

/** Converts any thrown value into the error that a page shows; chess errors are in the reader's language. */
export function toPageError(thrown: unknown, locale: Locale): CodedError {
  return thrown instanceof ChessError ? localizeError(thrown, locale) : toDomainError(thrown);
}

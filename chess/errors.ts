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
  return new DomainError(code, render('en', key, params), { ...meta, message: { key, params } });
}

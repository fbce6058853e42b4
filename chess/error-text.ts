import type { Locale, MessageKey, MessageParams, TitledCode } from './locale.ts';
import { isMessageKey, render } from './messages.ts';
import type { ChessErrorCode } from './error-codes.ts';
import { ChessError } from './errors.ts';

type Sentence = [key: MessageKey, params?: MessageParams];

/** Refusals by the platform, outside of the chess service. */
const platformSentences: Partial<Record<ChessErrorCode, Sentence>> = {
  invalid_json: ['error.invalid_json'],
  not_found: ['error.page_not_found'],
  too_large: ['error.too_large'],
  idempotency_mismatch: ['error.idempotency_mismatch'],
  unsupported_media_type: ['error.unsupported_media_type', { allowed: 'application/json' }],
  not_ready: ['error.not_ready'],
  overloaded: ['error.not_ready'],
  deadline_exceeded: ['error.not_ready'],
  internal: ['error.internal'],
} satisfies Partial<Record<TitledCode, Sentence>>;

/**
 * The same error with its sentence and title in a language. An error without a catalogue sentence gets the general
 * one of its code.
 */
export function localizeError(error: ChessError, locale: Locale): ChessError {
  const [key, params] = sentenceOf(error);
  const { message: _, ...meta } = error.meta;
  const title = render(locale, titleOf(error));
  return new ChessError(error.code, render(locale, key, params), { ...meta, title }, error.cause);
}

function titleOf({ code, status }: ChessError): MessageKey {
  const key = `title.${code}`;
  if (isMessageKey(key)) return key;
  return status >= 500 ? 'title.internal' : 'title.bad_request';
}

function sentenceOf({ code, meta, status }: ChessError): Sentence {
  if (meta.message) return [meta.message.key, meta.message.params];
  if (code === 'rate_limited') return ['error.rate_limited', { seconds: meta.retryAfterSeconds ?? 1 }];
  return platformSentences[code] ?? [status >= 500 ? 'error.internal' : 'error.bad_request'];
}

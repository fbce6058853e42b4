import type { Locale, MessageKey, MessageParams, TitledCode } from './locale.ts';
import { isMessageKey, render } from './messages.ts';
import { DomainError, type ErrorCode } from '../domain/errors.ts';

type Sentence = [key: MessageKey, params?: MessageParams];

/** What the platform itself refuses, before or below the chess service. */
const platformSentences: Partial<Record<ErrorCode, Sentence>> = {
  invalid_json: ['error.invalid_json'],
  not_found: ['error.page_not_found'],
  too_large: ['error.too_large'],
  unsupported_media_type: ['error.unsupported_media_type', { allowed: 'application/json' }],
  not_ready: ['error.not_ready'],
  overloaded: ['error.not_ready'],
  deadline_exceeded: ['error.not_ready'],
  internal: ['error.internal'],
} satisfies Partial<Record<TitledCode, Sentence>>;

/**
 * The same error with its sentence and its title in a language. Errors that are not of the chess service get one of its
 * sentences.
 */
export function sayError(error: DomainError, locale: Locale): DomainError {
  const [key, params] = sentenceOf(error);
  const { message: _, ...meta } = error.meta;
  const title = render(locale, titleOf(error));
  return new DomainError(error.code, render(locale, key, params), { ...meta, title }, error.cause);
}

function titleOf({ code, status }: DomainError): MessageKey {
  const key = `title.${code}`;
  if (isMessageKey(key)) return key;
  return status >= 500 ? 'title.internal' : 'title.bad_request';
}

function sentenceOf({ code, meta, status }: DomainError): Sentence {
  // errors of the chess service are made with a key of its catalogue
  if (meta.message) return [meta.message.key as MessageKey, meta.message.params as MessageParams];
  if (code === 'rate_limited') return ['error.rate_limited', { seconds: meta.retryAfterSeconds ?? 1 }];
  return platformSentences[code] ?? [status >= 500 ? 'error.internal' : 'error.bad_request'];
}

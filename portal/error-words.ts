import type { CodedError, FieldProblem } from '../domain/coded-error.ts';
import { aboutInput, DomainError, type ErrorCode, type ErrorMeta, isErrorCode } from '../domain/errors.ts';
import { html, type Content } from './html.ts';
import type { Language } from './language.ts';
import { errors as sentences } from './locales/errors/index.ts';

/** A refusal in the reader's language, with the service's English text where the languages differ. */
export interface Words {
  readonly sentence: string;
  readonly english?: string | undefined;
}

/** {@link Words} about one field of a form. */
export interface FieldWords extends Words {
  readonly path: string;
}

type Reader = Pick<Language, 't' | 'locale'>;

/** The general sentence of the code in the reader's language, and the English text of the service. */
export function errorWords(reader: Reader, error: CodedError): Words {
  if (!isForeign(reader, error)) return { sentence: error.detail };
  return { sentence: reader.t(`errors.${error.code}`), english: error.detail };
}

/** {@link errorWords} of each field that the error is about. */
export function fieldWords(reader: Reader, error: CodedError): FieldWords[] {
  const { errors = [] } = error.meta;
  return errors.map(({ path, code, message }) =>
    isForeign(reader, error)
      ? { path, sentence: reader.t(sentenceOf(code)), english: message }
      : { path, sentence: message },
  );
}

/**
 * Whether the error's sentence is in another language than the reader's. Errors of the chess service are already
 * translated here.
 */
function isForeign({ locale }: Reader, error: CodedError): error is DomainError {
  return locale !== 'en' && error instanceof DomainError && !error.meta.isTranslated;
}

/** Fields have their own codes beside the error codes; a validator's codes are about the value. */
function sentenceOf(code: FieldProblem['code']): keyof (typeof sentences)['en'] {
  const key = isErrorCode(code) ? `errors.${code}` : `errors.field_${code}`;
  return isSentence(key) ? key : 'errors.field_invalid';
}

function isSentence(key: string): key is keyof (typeof sentences)['en'] {
  return Object.hasOwn(sentences.en, key);
}

/** The words on a page, with the English ones marked for browsers and screen readers. */
export function showWords({ sentence, english }: Words): Content {
  return english === undefined ? sentence : [sentence, ' (', html`<span lang="en">${english}</span>`, ')'];
}

/** A refusal by a page itself, in the reader's language. */
export function translatedError(code: ErrorCode, sentence: string, meta: ErrorMeta = {}, cause?: unknown) {
  return new DomainError(code, sentence, { ...meta, isTranslated: true }, cause);
}

/** @returns DomainError `validation_failed` about one field, in the reader's language */
export function invalidField(path: string, code: string, message: string): DomainError {
  return translatedError('validation_failed', `${path} ${message}`, { errors: [{ path, code, message }] });
}

/** Maps a service's members and codes to the fields of a form. */
interface FieldTable {
  /** Fields by the service's member names, where the form uses other names. */
  members?: Readonly<Record<string, string>>;
  /** Fields by the codes of refusals without a member, where the code is unambiguous. */
  codes?: Readonly<Partial<Record<ErrorCode, string>>>;
}

/** The answer of a service; its refusals become errors of the form's fields. */
export async function atFields<Answer>(
  { members = {}, codes = {} }: FieldTable,
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { errors } = error.meta;
    const field = codes[error.code];
    if (!errors) throw field === undefined ? error : aboutInput(field, error);
    const renamed = errors.map((problem) => ({ ...problem, path: members[problem.path] ?? problem.path }));
    throw new DomainError(error.code, error.detail, { ...error.meta, errors: renamed }, error);
  }
}

import type { FastifyRequest } from 'fastify';
import { CodedError } from '../../domain/coded-error.ts';
import { aboutInput, DomainError } from '../../domain/errors.ts';
import { fieldLimits } from '../../domain/limits/fields.ts';
import { errorWords, type FieldWords, fieldWords, translatedError } from '../../portal/error-words.ts';
import { type Form, readForm } from '../../portal/form.ts';
import { type Answer, type Attempt, type Page, type PageContext, redirect } from '../../portal/page.ts';
import { readCookies } from './cookies.ts';
import { toPageError } from './page-error.ts';
import { holderOf, type ReaderParts, visitorOf } from './reader.ts';

/**
 * Handles a form: the answer of the action, or the page again with its errors. @throws errors that have a page of
 * their own
 */
export async function submit(
  parts: ReaderParts,
  page: Page,
  context: PageContext,
  request: FastifyRequest,
): Promise<Answer> {
  // a form without fields has no body
  const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  assertOwnForm(parts, page, context, request, fields.get('csrf'));
  const form = readForm(fields, context.t);
  const name = form.text('action') || 'default';
  const action = page.actions && Object.hasOwn(page.actions, name) ? page.actions[name] : undefined;
  if (!action) throw new DomainError('bad_request', 'this page has no such form');
  try {
    return await action(await withRecentLogin(context, form), form);
  } catch (error) {
    const attempt = attemptOf(error, form, context);
    if (!attempt) throw error;
    const view = await page.view(context, attempt);
    return view.kind !== undefined && view.kind !== 'view'
      ? view
      : { ...view, status: view.status ?? attempt.status, retryAfterSeconds: attempt.retryAfterSeconds };
  }
}

/**
 * Refuses a form that another site sends in a reader's name. Browsers name the site of a form; the hidden field shows
 * that the page was this reader's. @throws DomainError `forbidden`
 */
function assertOwnForm(
  { services, proofs }: ReaderParts,
  { isOpenForm = false }: Page,
  { person, t }: PageContext,
  request: FastifyRequest,
  proof: string | null,
): void {
  const { headers } = request;
  const refusal = () => translatedError('forbidden', t('error.foreign_form'));
  const site = headers['sec-fetch-site'];
  const origin = headers.origin === undefined ? undefined : (URL.parse(headers.origin)?.host ?? null);
  const isOwnHost = origin === headers.host || origin === new URL(services.config.http.publicUrl).host;
  if (site !== undefined && site !== 'same-origin') throw refusal();
  if (origin !== undefined && !isOwnHost) throw refusal();
  if (isOpenForm && !person) return;
  if (site === undefined && origin === undefined) throw refusal();
  const holder = person ? holderOf(person.sessionId) : visitorOf(readCookies(request).visitor ?? '');
  if (!proofs.isValid(proof, holder)) throw refusal();
}

/** Makes the log-in recent before the form's action, if the form contains the password. */
async function withRecentLogin(context: PageContext, form: Form): Promise<PageContext> {
  const password = form.exact('current_password', fieldLimits.password.characters);
  if (password === '' || !context.person) return context;
  const code = form.optional('current_code', fieldLimits.code.characters);
  try {
    const caller = await context.services.identity.renewLogin(context.caller, { password, code });
    return { ...context, caller, person: { ...context.person, authenticatedAt: Date.now() } };
  } catch (error) {
    throw error instanceof DomainError ? atLogin(error) : error;
  }
}

/** The same refusal with its field errors below `recentLogin`. */
function atLogin(error: DomainError): DomainError {
  const { code, detail } = error;
  if (code === 'mfa_required') return aboutInput('current_code', error);
  if (code !== 'invalid_credentials') return error;
  const isCode = error.meta.errors?.some(({ path }) => path === 'code') === true;
  const refusal = new DomainError('login_required', detail, {}, error);
  return isCode
    ? aboutInput('current_code', refusal)
    : aboutInput('current_password', refusal, 'the password is wrong');
}

/** The errors that a reader can correct in the form; undefined for errors with their own page. */
function attemptOf(thrown: unknown, form: Form, reader: PageContext): Attempt | undefined {
  if (!(thrown instanceof CodedError)) return undefined;
  const error = toPageError(thrown, reader.locale);
  if (error.status >= 500) return undefined;
  // these errors have their own page
  if (['unauthenticated', 'mfa_enrolment_required'].includes(error.code)) return undefined;
  const { retryAfterSeconds, details } = error.meta;
  const errors = [...fieldWords(reader, error), ...missingPassword(reader, error)];
  // the refusal of the rate limit has its own page with the time to wait
  if (error.code === 'rate_limited' && retryAfterSeconds === undefined) return undefined;
  return {
    form,
    status: errors.length > 0 ? 422 : error.status,
    problem: errorWords(reader, error),
    errors,
    needsLogin: error.code === 'login_required' || error.code === 'mfa_required',
    retryAfterSeconds,
    details,
  };
}

/** The missing password: the log-in was recent when the page was made, or the field was left empty. */
function missingPassword({ person, t }: PageContext, { code, meta }: CodedError): FieldWords[] {
  if (code !== 'login_required' || meta.errors !== undefined || !person) return [];
  return [{ path: 'current_password', sentence: t('shell.required') }];
}

/** Redirects a reader without a session to the log-in, which leads back to this page. */
export function toLogin({ url }: Pick<PageContext, 'url'>): Answer {
  return redirect(`/login?next=${encodeURIComponent(url)}`);
}

import type { FastifyRequest } from 'fastify';
import { CodedError } from '../../domain/coded-error.ts';
import { aboutInput, DomainError } from '../../domain/errors.ts';
import { errorWords, type FieldWords, fieldWords, translatedError } from '../../portal/error-words.ts';
import { type Form, readForm } from '../../portal/form.ts';
import { type Answer, type Attempt, type Page, type PageContext, redirect } from '../../portal/page.ts';
import { readCookies } from './cookies.ts';
import { toPageError } from './page-error.ts';
import { holderOf, type ReaderParts, visitorOf } from './reader.ts';

/** A form of a page: done, or the page again with its errors. @throws errors that have a page of their own */
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
 * Another site must not send a form in a reader's name. Browsers name the site of a form; the hidden field
 * shows that the page was this reader's. @throws DomainError `forbidden`
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

/** A form that has the password in it makes the log-in recent before it does anything. */
async function withRecentLogin(context: PageContext, form: Form): Promise<PageContext> {
  const password = form.exact('current_password', 1_024);
  if (password === '' || !context.person) return context;
  const code = form.optional('current_code', 64);
  try {
    const caller = await context.services.identity.renewLogin(context.caller, { password, code });
    return { ...context, caller, person: { ...context.person, authenticatedAt: Date.now() } };
  } catch (error) {
    throw error instanceof DomainError ? atLogin(error) : error;
  }
}

/** The refusal at the fields of `recentLogin`. */
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

/** The errors that a reader can correct in the form; undefined for errors that have a page of their own. */
function attemptOf(thrown: unknown, form: Form, reader: PageContext): Attempt | undefined {
  if (!(thrown instanceof CodedError)) return undefined;
  const error = toPageError(thrown, reader.locale);
  if (error.status >= 500) return undefined;
  // a name in the form may be unknown; the page's own view knows whether the page exists
  if (['unauthenticated', 'mfa_enrolment_required'].includes(error.code)) return undefined;
  const { retryAfterSeconds, details } = error.meta;
  const errors = [...fieldWords(reader, error), ...missingPassword(reader, error)];
  // the limit on requests has a page with the time to wait
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

/** A form whose log-in was recent when its page was made, or whose password was left out. */
function missingPassword({ person, t }: PageContext, { code, meta }: CodedError): FieldWords[] {
  if (code !== 'login_required' || meta.errors !== undefined || !person) return [];
  return [{ path: 'current_password', sentence: t('shell.required') }];
}

/** Redirects a reader without a session to the log-in, which leads back here. */
export function toLogin({ url }: Pick<PageContext, 'url'>): Answer {
  return redirect(`/login?next=${encodeURIComponent(url)}`);
}

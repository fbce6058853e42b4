import type { CodedError } from '../domain/coded-error.ts';
import { searchForm } from './components/search-form.ts';
import { errorWords, showWords } from './error-words.ts';
import { type Content, html } from './html.ts';
import type { PageContext, View } from './page.ts';

/** The page of an error: its sentence in the reader's language where available, and the request id of the logs. */
export function errorView(context: PageContext, error: CodedError): View {
  const { t, requestId } = context;
  const { title, text } = wordsFor(context, error);
  return {
    title,
    status: error.status,
    retryAfterSeconds: error.meta.retryAfterSeconds,
    replaces: ['search'],
    body: html`<div>
      <h1>${title}</h1>
      <p>${text}</p>
      ${
        error.meta.retryAfterSeconds !== undefined &&
        html`<p>${t('error.retry_in', { seconds: Math.ceil(error.meta.retryAfterSeconds) })}</p>`
      }
      ${searchForm({ t })}
      <p class="muted small">${t('error.request_id')}: <code>${requestId}</code></p>
    </div>`,
  };
}

function wordsFor(context: PageContext, error: CodedError): { title: string; text: Content } {
  const { t } = context;
  switch (error.status) {
    case 404: {
      return { title: t('error.not_found'), text: t('error.not_found_text') };
    }
    case 403: {
      return { title: t('error.forbidden'), text: showWords(errorWords(context, error)) };
    }
    case 429: {
      return { title: t('error.rate_limited'), text: showWords(errorWords(context, error)) };
    }
    case 500: {
      return { title: t('error.internal'), text: t('error.internal_text') };
    }
    case 503: {
      return { title: t('error.unavailable'), text: showWords(errorWords(context, error)) };
    }
    default: {
      return { title: t('error.other'), text: showWords(errorWords(context, error)) };
    }
  }
}

import { chessErrorFacts, isChessErrorCode } from '../../../chess/error-codes.ts';
import type { ErrorFacts } from '../../../domain/coded-error.ts';
import { errorFacts, isErrorCode, notFound } from '../../../domain/errors.ts';
import { facts } from '../../components/show.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';

/** The page that the `type` of a problem links to. */
export const errorCodePage: Page = {
  path: '/docs/errors/:code',
  view({ t, params }) {
    const code = params['code'] ?? '';
    const found = factsOf(code);
    if (!found) throw notFound('page');
    const { status, title, retry } = found;
    return {
      title,
      isShared: true,
      isIndexed: true,
      body: html`<div>
        <h1 lang="en">${title}</h1>
        ${isErrorCode(code) && html`<p>${t(`errors.${code}`)}</p>`}
        ${facts([
          [t('packages.error_code'), html`<code>${code}</code>`],
          [t('packages.error_status'), String(status)],
        ])}
        <p>${t(retry ? 'packages.error_retry' : 'packages.error_final')}</p>
        <p>${t('packages.error_detail')}</p>
      </div>`,
    };
  },
};

function factsOf(code: string): ErrorFacts | undefined {
  if (isErrorCode(code)) return errorFacts[code];
  return isChessErrorCode(code) ? chessErrorFacts[code] : undefined;
}

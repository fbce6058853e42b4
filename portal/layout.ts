import { locales } from '../chess/locale.ts';
import { isPlatformAdmin } from '../domain/authorize.ts';
import { fieldLimits } from '../domain/limits/fields.ts';
import { rook } from './favicon.ts';
import { showWords } from './error-words.ts';
import { html, type Html } from './html.ts';
import { hiddenFields } from './components/form.ts';
import { icon } from './components/icon.ts';
import { copyButton } from './components/show.ts';
import type { HeaderControl, KeyRow, PageContext, View } from './page.ts';

/** Each language by its own name. */
const languages = locales.map(
  (locale) => [locale, new Intl.DisplayNames(locale, { type: 'language' }).of(locale)] as const,
);

/**
 * The frame of every page: head, header with search and account, flash, content, footer. `invitations`: the number of
 * open invitations of the reader.
 */
export function renderFrame(context: PageContext, view: View, invitations: number): Html {
  const { t, locale, assets } = context;
  return html`<html lang=${locale}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      ${!view.isIndexed && html`<meta name="robots" content="noindex" />`}
      ${view.description && html`<meta name="description" content=${view.description} />`}
      <title>${view.title} - ${t('site.title')}</title>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href=${assets.urlOf('portal.css')} />
      ${view.feed && html`<link rel="alternate" type="application/atom+xml" href=${view.feed} />`}
      <script type="module" src=${assets.urlOf('main.js')}></script>
      ${view.islands?.map((name) => html`<script type="module" src=${assets.urlOf(`${name}.js`)}></script>`)}
    </head>
    <body>
      <a class="skip" href="#content">${t('shell.skip')}</a>
      ${renderHeader(context, invitations, new Set(view.replaces))}
      <main id="content" tabindex="-1">${renderFlash(context)} ${view.body}</main>
      ${renderFooter(context)} ${renderKeys(context, view.keys)}
    </body>
  </html>`;
}

type Replaced = ReadonlySet<HeaderControl>;

function renderHeader(context: PageContext, invitations: number, replaced: Replaced): Html {
  const { t } = context;
  return html`<header class="site">
    <div class="bar">
      <a class="brand" href="/">
        <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
          <path d=${rook} fill="currentColor" />
        </svg>
        <span>${t('site.title')}</span>
      </a>
      ${!replaced.has('search') && renderSearch(context)}
      <nav class="account" aria-label=${t('shell.main_menu')}>
        ${renderAccount(context, invitations, replaced)}
      </nav>
    </div>
  </header>`;
}

function renderSearch({ t, query, url }: PageContext): Html {
  return html`<form role="search" action="/search" method="get" class="search">
    <label class="hidden" for="site-search">${t('shell.search_packages')}</label>
    <input
      id="site-search"
      type="search"
      name="q"
      maxlength=${fieldLimits['search query'].characters}
      autocomplete="off"
      placeholder=${t('shell.search_packages')}
      value=${url.startsWith('/search') ? (query.get('q') ?? '') : undefined}
      data-suggest="/search/suggest"
    />
    <button>${icon('search', 20)}<span class="hidden">${t('shell.search')}</span></button>
  </form>`;
}

function renderAccount(context: PageContext, invitations: number, replaced: Replaced): Html {
  const { person, t, url, number } = context;
  if (!person) {
    const isOfLogin = /^\/(?:login|register|logout)\b/.test(url);
    const next = url === '/' || isOfLogin ? '' : `?next=${encodeURIComponent(url)}`;
    return html`<ul>
      <li><a href="/chess">${t('shell.chess')}</a></li>
      ${!replaced.has('log_in') && html`<li><a href="/login${next}">${t('shell.log_in')}</a></li>`}
      ${!replaced.has('register') && html`<li><a href="/register">${t('shell.register')}</a></li>`}
    </ul>`;
  }
  return html`<ul>
    <li><a href="/chess">${t('shell.chess')}</a></li>
    ${isPlatformAdmin(person) && html`<li><a href="/admin">${t('administration.title')}</a></li>`}
    ${
      invitations > 0 &&
      html`<li>
        <a href="/account/invitations"
          >${t('account.invitations')} <span class="count">${number(invitations)}</span></a
        >
      </li>`
    }
    <li><a href="/account">${person.username}</a></li>
    ${
      !replaced.has('log_out') &&
      html`<li>
        <form method="post" action="/logout">
          <input type="hidden" name="csrf" value=${context.csrf()} />
          <button class="link">${t('shell.log_out')}</button>
        </form>
      </li>`
    }
  </ul>`;
}

function renderFlash({ flash, t }: PageContext): Html | undefined {
  if (!flash) return undefined;
  return html`<div class="notice good" role="status" data-flash>
    <p>${showWords({ sentence: flash.notice, english: flash.english })}</p>
    ${
      flash.secret !== undefined &&
      html`<p>${t('shell.secret_once')}</p>
        <div class="code-block">
          <pre tabindex="0"><code data-secret>${flash.secret}</code></pre>
          ${copyButton(t('shell.copy'), flash.secret, t('shell.copied'))}
        </div>`
    }
  </div>`;
}

function renderFooter({ t, locale, query }: PageContext): Html {
  // a change of the language does not repeat the search of the position
  const kept = [...query].filter(([name]) => name !== 'lang' && name !== 'analyse');
  return html`<footer class="site">
    <nav aria-label=${t('shell.footer')}>
      <ul>
        <li><a href="/publish">${t('shell.how_to_publish')}</a></li>
        <li><a href="/docs">${t('shell.docs')}</a></li>
        <li><a href="/swagger-ui/">${t('shell.api')}</a></li>
        <li><a href="/status">${t('shell.status')}</a></li>
        <li data-keys-open hidden><button type="button" class="link">${t('shell.keys')}</button></li>
      </ul>
    </nav>
    <form method="get" class="language">
      ${hiddenFields(kept)}
      <label for="lang">${t('shell.language')}</label>
      <select id="lang" name="lang" data-submit>
        ${languages.map(
          ([each, name]) =>
            html`<option value=${each} lang=${each} selected=${each === locale}>${name}</option>`,
        )}
      </select>
      <button data-submitted>OK</button>
    </form>
  </footer>`;
}

/** Scripts open it from the footer, even while single keys are off. */
function renderKeys({ t }: PageContext, own: readonly KeyRow[] = []): Html {
  const rows: readonly KeyRow[] = [[['/'], t('shell.key_search')], [['?'], t('shell.key_help')], ...own];
  return html`<dialog id="keys" aria-labelledby="keys-title">
    <h2 id="keys-title">${t('shell.keys')}</h2>
    <dl class="facts">
      ${rows.map(
        ([keys, text]) =>
          html`<div>
            <dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt>
            <dd>${text}</dd>
          </div>`,
      )}
    </dl>
    <label class="choice"
      ><input type="checkbox" id="keys-on" checked /> <span>${t('shell.keys_on')}</span></label
    >
    <form method="dialog"><button>${t('shell.close')}</button></form>
  </dialog>`;
}

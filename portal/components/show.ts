import { html, type Content, type Html } from '../html.ts';
import type { PageContext } from '../page.ts';
import type { TextKey } from '../locales/index.ts';
import { icon } from './icon.ts';

/** "3 days ago", with the exact time as title. */
export function when(context: PageContext, time: Date | null): Html | undefined {
  if (time === null) return undefined;
  return html`<time datetime=${time.toISOString()} title=${context.time(time)}>${context.ago(time)}</time>`;
}

/** A word with a border; colour is never the only sign. */
export function badge(text: string, tone: 'plain' | 'good' | 'warning' | 'danger' = 'plain'): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}

/** States of packages and versions, as badges in lists. */
export type State =
  | 'draft'
  | 'scanning'
  | 'held'
  | 'yanked'
  | 'deprecated'
  | 'archived'
  | 'unlisted'
  | 'quarantined'
  | 'private'
  | 'rejected';

const tones: Readonly<Record<State, 'plain' | 'warning' | 'danger'>> = {
  draft: 'plain',
  scanning: 'plain',
  held: 'warning',
  yanked: 'danger',
  deprecated: 'warning',
  archived: 'warning',
  unlisted: 'plain',
  quarantined: 'danger',
  private: 'plain',
  rejected: 'danger',
};

export function stateBadge({ t }: Pick<PageContext, 't'>, state: State): Html {
  return badge(t(`badge.${state}` satisfies TextKey), tones[state]);
}

/** The ecosystem by its name, with our own mark. */
export function ecosystemBadge(id: string): Html {
  return html`<span class="badge ecosystem" data-ecosystem=${id}>
    <svg class="mark" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M8 1l6 3.5v7L8 15l-6-3.5v-7z" fill="currentColor" /></svg
    >${id}</span
  >`;
}

/** A box with a note about the whole page. */
export function notice(
  tone: 'plain' | 'good' | 'warning' | 'danger',
  content: Content,
  role: 'status' | 'note' = 'note',
): Html {
  return html`<div class="notice ${tone}" role=${role}>${content}</div>`;
}

/** The text of an empty list: its purpose, and the next step. */
export function empty(sentence: string, next?: Content): Html {
  return html`<div class="empty">
    <p>${sentence}</p>
    ${next && html`<p>${next}</p>`}
  </div>`;
}

/** Code in a box that scrolls and takes the focus, with a button that copies it. */
export function codeBlock({ t }: PageContext, code: string, label: string): Html {
  return html`<div class="code-block">
    <pre tabindex="0" role="region" aria-label=${label}><code>${code}</code></pre>
    ${copyButton(t('shell.copy'), code, t('shell.copied'))}
  </div>`;
}

/** Copies a text; without JavaScript it is hidden. `label` is its accessible name. */
export function copyButton(label: string, text: string, copied: string): Html {
  return html`<button
    type="button"
    class="copy"
    data-copy=${text}
    data-copied=${copied}
    aria-label=${label}
    hidden
  >
    ${icon('copy')}
  </button>`;
}

/** A labelled value in a list of facts. */
export function facts(rows: readonly (readonly [term: string, value: Content] | false | undefined)[]): Html {
  return html`<dl class="facts">
    ${rows.map(
      (row) =>
        row &&
        html`<div>
          <dt>${row[0]}</dt>
          <dd>${row[1]}</dd>
        </div>`,
    )}
  </dl>`;
}

/** Tabs as links: each has an address. Screen readers read a count after the link, whose name is the word alone. */
export function tabs(
  label: string,
  items: readonly { id: string; label: string; href: string; count?: string | undefined }[],
  current: string,
): Html {
  return html`<nav class="tabs" aria-label=${label}>
    <ul>
      ${items.map(
        ({ id, label, href, count }) =>
          html`<li>
            <a href=${href} aria-current=${id === current ? 'page' : undefined}>${label}</a>
            ${count !== undefined && html`<span class="count">${count}</span>`}
          </li>`,
      )}
    </ul>
  </nav>`;
}

/** A table whose rows become cards on small screens. `numbers`: indexes of columns with numbers. */
export function table(options: {
  label: string;
  columns: readonly string[];
  rows: readonly (readonly Content[])[];
  numbers?: readonly number[];
}): Html {
  const { label, columns, rows, numbers = [] } = options;
  const align = (index: number) => (numbers.includes(index) ? 'number' : undefined);
  return html`<div class="table-box" tabindex="0" role="region" aria-label=${label}>
    <table>
      <thead>
        <tr>
          ${columns.map((column, index) => html`<th scope="col" class=${align(index)}>${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map(
                (cell, index) =>
                  html`<td data-label=${columns[index] || undefined} class=${align(index)}>${cell}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Links to the pages around the current one. `hrefOf`: the address of a page, counted from 1. */
export function pager(
  { t }: PageContext,
  {
    page,
    hrefOf,
    ...end
  }: { page: number; hrefOf: (page: number) => string } & ({ pages: number } | { hasMore: boolean }),
): Html | undefined {
  const hasMore = 'pages' in end ? page < end.pages : end.hasMore;
  const isOnly = 'pages' in end ? end.pages <= 1 : page <= 1 && !hasMore;
  if (isOnly) return undefined;
  return html`<nav class="pager" aria-label=${t('shell.pages')}>
    ${page > 1 && html`<a class="button" rel="prev" href=${hrefOf(page - 1)}>${t('shell.previous')}</a>`}
    <span>${page}${'pages' in end && ` / ${end.pages}`}</span>
    ${hasMore && html`<a class="button" rel="next" href=${hrefOf(page + 1)}>${t('shell.next')}</a>`}
  </nav>`;
}

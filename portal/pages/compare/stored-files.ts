import { badge, empty, table } from '../../components/show.ts';
import { type Content, html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import type { Comparison } from './comparison.ts';

type Compared = Comparison['files'][number];

const mostListed = 200;

/** All stored files of both versions, added and removed ones first. */
export function storedFiles(context: PageContext, { before, after, files }: Comparison): Html {
  const { t } = context;
  const inOrder = files.toSorted((a, b) => Number(isInBoth(a)) - Number(isInBoth(b)));
  const left = files.length - mostListed;
  return html`<section>
    <h2>${t('compare.stored')}</h2>
    ${
      files.length === 0
        ? empty(t('archive.none'))
        : table({
            label: t('compare.stored'),
            columns: [t('archive.stored_file'), before.release.version, after.release.version],
            numbers: [1, 2],
            rows: inOrder.slice(0, mostListed).map((file) => rowOf(context, file)),
          })
    }
    ${left > 0 && html`<p class="muted">${t('archive.more', { count: left })}</p>`}
  </section>`;
}

const isInBoth = ({ before, after }: Compared) => before !== null && after !== null;

function rowOf({ t, size }: PageContext, { before, after }: Compared): Content[] {
  const mark =
    before === null
      ? badge(t('compare.added'), 'good')
      : after === null && badge(t('compare.removed'), 'danger');
  return [
    html`<span class="row"><code class="wrap">${(after ?? before)?.filename}</code> ${mark}</span>`,
    before === null ? '-' : size(before.sizeBytes),
    after === null ? '-' : size(after.sizeBytes),
  ];
}

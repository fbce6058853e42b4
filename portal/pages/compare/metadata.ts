import { foreignLink } from '../../components/package-link.ts';
import { badge, table } from '../../components/show.ts';
import { visible } from '../../components/visible.ts';
import { type Content, html, type Html } from '../../html.ts';
import type { TextKey } from '../../locales/index.ts';
import type { PageContext } from '../../page.ts';
import type { Comparison } from './comparison.ts';

type Compared = Comparison['metadata'][number];

/** Longer texts are cut: their beginning is enough to see what changed. */
const mostCharacters = 500;

/** The metadata of both versions, with a mark at each difference. */
export function metadataTable({ t }: PageContext, { before, after, metadata }: Comparison): Html {
  return html`<section>
    <h2>${t('compare.metadata')}</h2>
    ${
      metadata.length === 0
        ? html`<p>${t('compare.no_metadata')}</p>`
        : table({
            label: t('compare.metadata'),
            columns: [t('compare.fact'), before.release.version, after.release.version],
            rows: metadata.map((each) => [
              nameOf({ t }, each),
              shown(each, each.before),
              html`<span class="row">${shown(each, each.after)} ${markOf({ t }, each)}</span>`,
            ]),
          })
    }
  </section>`;
}

const words = {
  license: 'packages.license',
  description: 'people.description',
  homepage: 'packages.homepage',
  source: 'packages.source',
  keywords: 'packages.keywords',
} as const satisfies Record<string, TextKey>;

function nameOf({ t }: Pick<PageContext, 't'>, { fact }: Compared): Content {
  return fact.kind === 'requirement' ? html`<code>${visible(fact.name)}</code>` : t(words[fact.kind]);
}

function shown({ fact }: Compared, value: string | null): Content {
  if (value === null) return '-';
  const isLink = fact.kind === 'homepage' || fact.kind === 'source';
  const text = value.length > mostCharacters ? `${value.slice(0, mostCharacters)}…` : value;
  return (isLink && foreignLink(value)) || html`<bdi class="wrap">${visible(text)}</bdi>`;
}

/** The mark of an added, removed or changed value. */
function markOf({ t }: Pick<PageContext, 't'>, { before, after }: Compared): Html | undefined {
  if (before === after) return undefined;
  if (before === null) return badge(t('compare.added'), 'good');
  return after === null ? badge(t('compare.removed'), 'danger') : badge(t('compare.changed'), 'warning');
}

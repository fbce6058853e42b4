import { badge, stateBadge, table, when } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import type { Comparison } from './comparison.ts';

/** Sizes, numbers and times of both versions, and new install scripts. */
export function overview(context: PageContext, { before, after }: Comparison): Html {
  const { t } = context;
  const gained = after.installScripts > before.installScripts;
  const state = ({ release }: Comparison['before']) =>
    // the space allows a line break between the badges
    html`${release.isYanked && stateBadge(context, 'yanked')}
    ${' '}${release.isDeprecated && stateBadge(context, 'deprecated')}`;
  return html`<section>
    <h2>${t('compare.overview')}</h2>
    ${table({
      label: t('compare.overview'),
      columns: [t('compare.fact'), before.release.version, after.release.version],
      numbers: [1, 2],
      rows: [
        [t('compare.size'), context.size(before.sizeBytes), context.size(after.sizeBytes)],
        [
          t('compare.scripts'),
          context.number(before.installScripts),
          html`<span
            >${context.number(after.installScripts)} ${gained && badge(t('compare.added'), 'danger')}</span
          >`,
        ],
        [
          t('compare.files_count'),
          context.number(before.members.length),
          context.number(after.members.length),
        ],
        [
          t('compare.published'),
          html`<span>${when(context, before.release.publishedAt)} ${state(before)}</span>`,
          html`<span>${when(context, after.release.publishedAt)} ${state(after)}</span>`,
        ],
      ],
    })}
  </section>`;
}

/** Requirements that are new, removed or changed. */
export function dependencyTable({ t }: PageContext, { before, after, dependencies }: Comparison): Html {
  const shown = (requirement: string | null) =>
    requirement === null ? '-' : html`<code>${requirement === '' ? '*' : requirement}</code>`;
  return html`<section>
    <h2>${t('compare.dependencies')}</h2>
    ${
      dependencies.length === 0
        ? html`<p>${t('compare.same_dependencies')}</p>`
        : table({
            label: t('compare.dependencies'),
            columns: [t('compare.name'), t('compare.kind'), before.release.version, after.release.version],
            rows: dependencies.map((each) => [each.name, each.kind, shown(each.before), shown(each.after)]),
          })
    }
  </section>`;
}

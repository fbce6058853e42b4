import type { ListedRelease } from '../../../services/releases/get.ts';
import { shortVersion } from '../../components/package-link.ts';
import { columnChart } from '../../components/chart.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';

/** Charts of size and number of dependencies by version, oldest first. */
export function growthCharts(
  { t, size, number }: PageContext,
  releases: readonly ListedRelease[],
): Html | undefined {
  const counted = releases
    .toReversed()
    .flatMap(({ version, bundle }) => (bundle ? [{ version, ...bundle.facts }] : []));
  if (counted.length < 2) return undefined;
  const hasDependencies = counted.some(({ direct }) => direct > 0);
  const points = (valueOf: (facts: (typeof counted)[number]) => number, shown: (value: number) => string) =>
    counted.map((facts) => ({
      label: shortVersion(facts.version),
      value: valueOf(facts),
      shown: shown(valueOf(facts)),
    }));
  return html`<section>
    <h2 id="growth">${t('packages.growth')}</h2>
    <div class="columns halves">
      ${columnChart({
        label: t('packages.install_size'),
        columns: [t('packages.version'), t('packages.install_size')],
        points: points(({ installBytes, unpackedBytes }) => installBytes ?? unpackedBytes, size),
        summary: t('packages.as_table'),
      })}
      ${
        hasDependencies &&
        columnChart({
          label: t('packages.tab_dependencies'),
          columns: [t('packages.version'), t('packages.tab_dependencies')],
          points: points(({ direct }) => direct, number),
          summary: t('packages.as_table'),
        })
      }
    </div>
  </section>`;
}

import type { PackageRow } from '../../../services/packages/front.ts';
import type { DayOfDownloads } from '../../../services/packages/downloads.ts';
import { shortVersion } from '../../components/package-link.ts';
import { columnChart } from '../../components/chart.ts';
import { facts, table } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';

export interface Downloads {
  from: string;
  until: string;
  total: number;
  days: readonly DayOfDownloads[];
}

const dayMs = 86_400_000;
const shownVersions = 5;

/** Downloads of the last days, as a curve, and by version. */
export function downloadBox({ t, number, date }: PageContext, pkg: PackageRow, downloads: Downloads): Html {
  const byVersion = sum(downloads.days, ({ version }) => version)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, shownVersions);
  return html`<section>
    <h2 id="downloads">${t('packages.downloads')}</h2>
    ${facts([
      [t('packages.downloads_recent'), number(downloads.total)],
      [t('packages.downloads_ever'), number(pkg.downloadCount)],
    ])}
    ${
      downloads.total > 0 &&
      columnChart({
        label: t('packages.downloads_by_day'),
        columns: [t('packages.day'), t('packages.downloads')],
        points: daysOf(downloads).map(([day, count]) => ({
          label: date(new Date(day)),
          value: count,
          shown: number(count),
        })),
        summary: t('packages.as_table'),
      })
    }
    ${
      byVersion.length > 0 &&
      table({
        label: t('packages.downloads_by_version'),
        columns: [t('packages.version'), t('packages.downloads')],
        rows: byVersion.map(([version, count]) => [shortVersion(version), number(count)]),
        numbers: [1],
      })
    }
  </section>`;
}

/** Every day of the span, including days without a download. */
function daysOf({ from, until, days }: Downloads): [day: string, count: number][] {
  const counted = new Map(sum(days, ({ date }) => date));
  const count = (Date.parse(until) - Date.parse(from)) / dayMs + 1;
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10);
    return [day, counted.get(day) ?? 0];
  });
}

function sum(days: readonly DayOfDownloads[], keyOf: (day: DayOfDownloads) => string): [string, number][] {
  const sums = new Map<string, number>();
  for (const day of days) sums.set(keyOf(day), (sums.get(keyOf(day)) ?? 0) + day.count);
  return [...sums];
}

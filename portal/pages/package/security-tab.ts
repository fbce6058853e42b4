import type { PackageFront } from '../../../services/packages/front.ts';
import type { ListedFinding } from '../../../services/findings/list.ts';
import { packageHref, versionLink } from '../../components/package-link.ts';
import { severityBadge } from '../../components/risk.ts';
import { badge, empty, when } from '../../components/show.ts';
import { visible } from '../../components/visible.ts';
import { html, type Html } from '../../html.ts';
import { type PageContext, withQuery } from '../../page.ts';

const shown = 100;

/** The findings of scanners in all versions, most severe first. */
export async function securityTab(context: PageContext, { ecosystem, pkg }: PackageFront): Promise<Html> {
  const { t, services, caller, query } = context;
  const includeResolved = query.get('resolved') === '1';
  const named = { ecosystem, name: pkg.name };
  const filter = { includeResolved, limit: shown + 1, offset: 0 };
  const findings = await services.findings.list(caller, named, filter);
  const href = packageHref(pkg.ecosystem, pkg.name);
  const other = withQuery(href, { tab: 'security', resolved: includeResolved ? undefined : '1' });
  return html`<div>
    <h2>${t('packages.tab_security')}</h2>
    <p><a href=${other}>${t(includeResolved ? 'packages.only_open' : 'packages.also_resolved')}</a></p>
    ${findings.length === 0 ? empty(t('packages.no_findings')) : findingList(context, pkg, findings.slice(0, shown))}
    ${findings.length > shown && html`<p>${t('packages.worst_shown', { count: shown })}</p>`}
  </div>`;
}

/** Findings, each with its place and its outcome. */
export function findingList(
  context: PageContext,
  { ecosystem, name }: PackageFront['pkg'],
  findings: readonly ListedFinding[],
): Html {
  const { t } = context;
  return html`<ul class="list">
    ${findings.map(
      (finding) =>
        html`<li>
          <h3 class="row">
            ${severityBadge(context, finding.severity)} <bdi>${visible(finding.title)}</bdi>
            ${finding.isResolved && badge(finding.resolution ? t(`packages.resolution_${finding.resolution}`) : t('packages.resolved'), 'good')}
          </h3>
          <p>${visible(finding.description)}</p>
          <p class="row small muted">
            ${versionLink(ecosystem, name, finding.releaseVersion)}
            ${finding.advisoryId && html`<span>${finding.advisoryId}</span>`}
            ${(finding.file ?? finding.artifactFilename) && html`<code><bdi>${visible(placeOf(finding))}</bdi></code>`}
            <span>${when(context, finding.detectedAt)}</span>
          </p>
          ${finding.note && html`<p>${finding.note}</p>`}
        </li>`,
    )}
  </ul>`;
}

function placeOf({ file, artifactFilename, line }: ListedFinding): string {
  const place = [artifactFilename, file].filter((each) => each !== null).join(': ');
  return line === null ? place : `${place}:${line}`;
}

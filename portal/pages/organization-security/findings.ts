import { Resolution, Severity } from '../../../domain/findings.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { EachFilter, FindingInPackage } from '../../../services/findings/each-of-organization.ts';
import { type Asked, filterForm, packageFields, readPackage } from '../../components/audit/filter.ts';
import { field, hiddenFields, postForm, select } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { packageHref, versionLink } from '../../components/package-link.ts';
import { severityBadge } from '../../components/risk.ts';
import { badge, ecosystemBadge, empty, when } from '../../components/show.ts';
import { visible } from '../../components/visible.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, type PageContext, withQuery } from '../../page.ts';

const perPage = 20;
const noteLength = fieldLimits.note.characters;
const states = { open: false, resolved: true, all: undefined } as const;

/** The filter of findings in the address; by default open findings. */
export function readFindingFilter(context: PageContext): Asked<EachFilter> {
  const severity = Severity.options.find((each) => each === context.query.get('severity'));
  const wanted = context.query.get('state');
  const state = wanted === 'resolved' || wanted === 'all' ? wanted : 'open';
  const { about, kept } = readPackage(context);
  return {
    filter: {
      severities: severity && [severity],
      ecosystem: about?.ecosystem,
      nameKeys: about?.nameKeys,
      isResolved: states[state],
    },
    kept: {
      severity,
      state: state === 'open' ? undefined : state,
      ...kept,
    },
  };
}

/** Findings in packages of the organization, with filters; reviewers resolve them here. */
export async function findingSection(context: PageContext, path: string, attempt?: Attempt): Promise<Html> {
  const { t, services, caller, params } = context;
  const { filter, kept } = readFindingFilter(context);
  const held = context.query.get('held') ?? undefined;
  const page = openList(context, path, perPage, { ...kept, held });
  const { shown, pager } = page.close(
    await services.findings.listEachOfOrganization(caller, params['slug'] ?? '', filter, page.window),
  );
  return html`<section>
    <h2>${t('packages.findings')}</h2>
    ${findingFilter(context, path, kept)}
    ${
      shown.length === 0
        ? empty(t('workspace.no_findings'))
        : html`<ul class="list">
            ${shown.map((finding) => entry(context, withQuery(path, kept), finding, attempt))}
          </ul>`
    }
    ${pager}
  </section>`;
}

function findingFilter(context: PageContext, path: string, kept: Asked<unknown>['kept']): Html {
  const { t } = context;
  return filterForm(context, {
    path,
    kept,
    fields: [
      select({
        name: 'severity',
        label: t('workspace.severity'),
        value: kept['severity'] ?? '',
        choices: [
          { value: '', label: t('workspace.all') },
          ...Severity.options
            .toReversed()
            .map((value) => ({ value, label: t(`packages.severity_${value}`) })),
        ],
      }),
      select({
        name: 'state',
        label: t('publishing.state'),
        value: kept['state'] ?? 'open',
        choices: [
          { value: 'open', label: t('workspace.state_open') },
          { value: 'resolved', label: t('workspace.state_resolved') },
          { value: 'all', label: t('workspace.all') },
        ],
      }),
      ...packageFields(context, kept),
    ],
  });
}

function entry(context: PageContext, address: string, finding: FindingInPackage, attempt?: Attempt): Html {
  const { t } = context;
  const { id, ecosystem, packageName, releaseVersion, severity, isResolved, resolution, note } = finding;
  return html`<li>
    <h3 class="row" id="finding-${id}">
      ${severityBadge(context, severity)} <bdi>${visible(finding.title)}</bdi>
      ${isResolved && badge(resolution ? t(`packages.resolution_${resolution}`) : t('packages.resolved'), 'good')}
    </h3>
    <p>${visible(finding.description)}</p>
    <p class="row small muted">
      ${ecosystemBadge(ecosystem)}
      <a href=${packageHref(ecosystem, packageName)}>${packageName}</a>
      ${versionLink(ecosystem, packageName, releaseVersion)}
      ${finding.advisoryId && html`<span>${finding.advisoryId}</span>`} ${placeOf(finding)}
      <span>${when(context, finding.detectedAt)}</span>
    </p>
    ${
      isResolved &&
      finding.resolvedBy !== null &&
      html`<p class="small muted">
        ${t('workspace.resolved_by', { name: finding.resolvedBy })} ${when(context, finding.resolvedAt)}
      </p>`
    }
    ${note && html`<p>${note}</p>`}
    ${
      finding.maySettle &&
      settleForm(context, address, finding, attempt?.form.typed('id') === id ? attempt : undefined)
    }
  </li>`;
}

function placeOf({ file, artifactFilename, line }: FindingInPackage): Html | undefined {
  const place = [artifactFilename, file].filter((each) => each !== null).join(': ');
  return place === ''
    ? undefined
    : html`<code class="wrap"><bdi>${visible(place)}</bdi>${line !== null && `:${line}`}</code>`;
}

/** The form that resolves a finding. It leads back to `address`, so that the filter is kept. */
function settleForm(
  context: PageContext,
  address: string,
  finding: FindingInPackage,
  attempt?: Attempt,
): Html {
  const { t } = context;
  const { id, ecosystem, packageName, isResolved } = finding;
  const named = { id, ecosystem, package: packageName, back: address };
  return postForm(
    context,
    {
      name: isResolved ? 'reopen' : 'resolve',
      className: 'form inline',
      label: `${t(isResolved ? 'workspace.reopen' : 'workspace.resolve')}: ${packageName} ${visible(finding.title)} ${id}`,
    },
    [
      hiddenFields(Object.entries(named)),
      ...(isResolved
        ? []
        : [
            select({
              name: 'resolution',
              id: `resolution-${id}`,
              label: t('workspace.resolution'),
              choices: Resolution.options.map((value) => ({
                value,
                label: t(`packages.resolution_${value}`),
              })),
              attempt,
            }),
            field({
              name: 'note',
              id: `note-${id}`,
              label: t('workspace.note'),
              maxlength: noteLength,
              attempt,
            }),
          ]),
      html`<button aria-describedby="finding-${id}">
        ${t(isResolved ? 'workspace.reopen' : 'workspace.resolve')}
      </button>`,
    ],
  );
}

import type { Activity } from '../../../services/packages/activity.ts';
import type { PackageFront } from '../../../services/packages/front.ts';
import { packageHref, versionLink } from '../../components/package-link.ts';
import { empty, pager, table, when } from '../../components/show.ts';
import { html, type Content, type Html } from '../../html.ts';
import { type PageContext, pathOf, withQuery } from '../../page.ts';
import { pageNumber } from '../../page-number.ts';

const perPage = 50;

/** The log of the package: action, time, person, kind of credential. */
export async function activityTab(context: PageContext, { ecosystem, pkg }: PackageFront): Promise<Html> {
  const { t, services, caller } = context;
  const page = pageNumber(context);
  const window = { limit: perPage + 1, offset: (page - 1) * perPage };
  const entries = await services.packages.listActivity(caller, { ecosystem, name: pkg.name }, window);
  return html`<div>
    <h2>${t('packages.tab_activity')}</h2>
    ${activityTable(context, pkg, entries.slice(0, perPage))}
    ${pager(context, {
      page,
      hasMore: entries.length > perPage,
      hrefOf: (each) => withQuery(packageHref(pkg.ecosystem, pkg.name), { tab: 'activity', page: each }),
    })}
  </div>`;
}

export function activityTable(
  context: PageContext,
  pkg: PackageFront['pkg'],
  entries: readonly Activity[],
): Html {
  const { t } = context;
  if (entries.length === 0) return empty(t('packages.no_activity'));
  return table({
    label: t('packages.tab_activity'),
    columns: [t('packages.what'), t('packages.who'), t('packages.credential'), t('packages.time')],
    rows: entries.map((entry) => [
      actionOf(context, pkg, entry),
      performerOf(entry),
      t(`packages.credential_${entry.credential}`),
      when(context, entry.occurredAt),
    ]),
  });
}

function actionOf({ t }: PageContext, { ecosystem, name }: PackageFront['pkg'], entry: Activity): Html {
  const { action, version, tag, filename } = entry;
  return html`<span class="row"
    ><span>${t(`packages.action_${action}`)}</span>
    ${version !== null && versionLink(ecosystem, name, version)}
    ${(tag ?? filename) && html`<code>${tag ?? filename}</code>`}</span
  >`;
}

function performerOf({ username, organization, buildRepository, buildWorkflow }: Activity): Content {
  if (buildRepository !== null) {
    return html`<span title=${buildWorkflow ?? undefined}>${buildRepository}</span>`;
  }
  if (organization !== null) return html`<a href=${pathOf('orgs', organization)}>${organization}</a>`;
  return username !== null && html`<a href=${pathOf('users', username)}>${username}</a>`;
}

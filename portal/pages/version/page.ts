import { isPlatformAdmin } from '../../../domain/authorize.ts';
import { everything } from '../../../domain/paging.ts';
import { purlOf } from '../../../domain/purl.ts';
import { actionHref, packageHref, shortVersion } from '../../components/package-link.ts';
import { errorSummary } from '../../components/form.ts';
import { copyButton, ecosystemBadge, when } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, type Page, type PageContext, pathOf } from '../../page.ts';
import { activityTable } from '../package/activity.ts';
import { dependencySection } from '../package/dependencies-tab.ts';
import { readmeSection } from '../package/readme.ts';
import { findingList } from '../package/security-tab.ts';
import { installBox } from '../package/snippets.ts';
import { packageBanners, stateBadges, statesOf, statesOfVersion, versionBanners } from '../package/state.ts';
import { versionForms } from './actions.ts';
import { fileSection } from './files.ts';
import { versionActions } from './forms.ts';
import { findFront, type VersionFront } from './front.ts';
import { platformSection } from './platforms.ts';
import { provenanceSection } from './provenance.ts';
import { versionFacts } from './facts.ts';
import { isPublic } from '../../../domain/access.ts';

export const versionPage: Page = {
  path: '/packages/:ecosystem/:name/:version',
  async view(context, attempt) {
    const found = await findFront(context);
    if ('kind' in found) return found;
    const { pkg, shown } = found;
    const title = `${pkg.name} ${shown.version}`;
    return {
      title,
      isShared: true,
      isIndexed: isPublic(pkg),
      body: await versionBody(context, found, title, attempt),
    };
  },
  actions: versionForms,
};

async function versionBody(
  context: PageContext,
  front: VersionFront,
  title: string,
  attempt: Attempt | undefined,
): Promise<Html> {
  const { t, services, caller } = context;
  const { ecosystem, pkg, shown, previous } = front;
  const named = { ecosystem, name: pkg.name, version: shown.version };
  const [install, actions, files, platforms, standing, history, dependencies, readme] = await Promise.all([
    installBox(context, front),
    versionActions(context, { ecosystem, pkg, release: shown }, attempt),
    services.releases.listArtifacts(caller, named, everything),
    platformSection(context, front),
    services.releases.standingOf(caller, named),
    services.packages.listActivity(caller, named, { limit: 100, offset: 0 }),
    dependencySection(context, front),
    readmeSection(context, front),
  ]);
  const purl = purlOf(ecosystem.purlType, pkg.name, shown.version);
  return html`<div>
    <p class="row small">
      <a href=${packageHref(pkg.ecosystem, pkg.name)}>${pkg.name}</a>
      ${copyButton(t('packages.copy_name'), pkg.name, t('shell.copied'))}
    </p>
    <div class="title-row">
      <h1>${title}</h1>
      ${copyButton(t('packages.copy_version'), shown.version, t('shell.copied'))}
      ${ecosystemBadge(pkg.ecosystem)} ${stateBadges(context, [...statesOf(pkg), ...statesOfVersion(shown)])}
    </div>
    ${shown.publication?.description && html`<p class="lead">${shown.publication.description}</p>`}
    <p class="row small">
      <span class="muted">${when(context, shown.publishedAt ?? shown.uploadedAt)}</span>
      ${
        previous !== null &&
        html`<a href=${actionHref(pkg.ecosystem, pkg.name, 'compare', `${previous}...${shown.version}`)}
          >${t('packages.compare_with', { version: shortVersion(previous) })}</a
        >`
      }
      <span class="row"
        ><code>${purl}</code> ${copyButton(t('packages.copy_purl'), purl, t('shell.copied'))}</span
      >
    </p>
    ${packageBanners(context, pkg)} ${versionBanners(context, shown)} ${errorSummary(context, attempt)}
    ${actions}
    <div class="columns">
      <div>
        ${install} ${platforms} ${fileSection(context, front, files)} ${dependencies}
        ${provenanceSection(context, files, history)}
        ${
          standing.findings.length > 0 &&
          html`<section>
            <h2 id="findings">${t('packages.findings')}</h2>
            ${findingList(context, pkg, standing.findings)}
          </section>`
        }
        <section>
          <h2 id="history">${t('packages.history')}</h2>
          ${activityTable(context, pkg, history)} ${workflowLink(context, front)}
        </section>
        <section>
          <h2 id="readme">${t('packages.tab_readme')}</h2>
          ${readme}
        </section>
      </div>
      <aside aria-label=${t('packages.facts')}>
        ${await versionFacts(context, front, { files, history })}
      </aside>
    </div>
  </div>`;
}

/** A link to the history of the workflow that published the version, for administrators of the platform. */
function workflowLink({ t, caller, services }: PageContext, { shown }: VersionFront): Html | undefined {
  const { uiUrl, namespace } = services.config.temporal;
  if (uiUrl === null || !isPlatformAdmin(caller.actor)) return undefined;
  const path = pathOf('namespaces', namespace, 'workflows', shown.workflowId);
  return html`<p><a href=${uiUrl.replace(/\/$/, '') + path}>${t('packages.open_workflow')}</a></p>`;
}

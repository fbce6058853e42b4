import type { Activity } from '../../../services/packages/activity.ts';
import type { ListedArtifact } from '../../../services/releases/get.ts';
import { groundOfLink, marked } from '../package/grounds.ts';
import { buildsIn, sourceLink } from '../package/source.ts';
import { facts } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import { type PageContext, withQuery } from '../../page.ts';
import { foreignLink } from '../../components/package-link.ts';
import type { VersionFront } from './front.ts';

/** Facts from the version's manifest, and counted figures. */
export async function versionFacts(
  context: PageContext,
  front: VersionFront,
  { files, history }: { files: readonly ListedArtifact[]; history: readonly Activity[] },
): Promise<Html> {
  const { t, services, caller, size, number } = context;
  const { ecosystem, pkg, shown } = front;
  const { bundle, texts } = await services.releases.pageOf(caller, { ecosystem, pkg, release: shown });
  const { license = null, homepage = null, repositoryUrl = null } = shown.publication ?? {};
  const builds = [...files.flatMap(({ build }) => build ?? []), ...buildsIn(history)];
  const source = sourceLink(context, repositoryUrl, builds);
  const proven = await services.namespaces.findProven(caller, front);
  const link = foreignLink(homepage);
  return html`<div>
    ${facts([
      license !== null && [
        t('packages.license'),
        html`<a href=${withQuery('/search', { license })}>${license}</a>`,
      ],
      link && [t('packages.homepage'), marked(context, link, groundOfLink(homepage, { builds, proven }))],
      source && [t('packages.source'), source],
      texts.sourceRef !== null && [t('packages.source_ref'), html`<code>${texts.sourceRef}</code>`],
      bundle !== null && [
        t('packages.install_size'),
        size(bundle.facts.installBytes ?? bundle.facts.unpackedBytes),
      ],
      bundle !== null && [t('packages.download_size'), size(bundle.sentBytes + bundle.facts.partBytes)],
      bundle !== null &&
        bundle.facts.fileCount > 0 && [t('packages.file_count'), number(bundle.facts.fileCount)],
      bundle !== null &&
        bundle.installScripts > 0 && [t('packages.install_scripts'), number(bundle.installScripts)],
    ])}
    ${
      texts.changelog &&
      html`<h2>${t('packages.changelog')}</h2>
        <pre class="plain-text">${texts.changelog}</pre>`
    }
  </div>`;
}

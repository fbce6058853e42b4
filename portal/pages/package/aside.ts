import { purlOf } from '../../../domain/purl.ts';
import type { PackageFront, PackageRow } from '../../../services/packages/front.ts';
import { foreignLink, versionLink } from '../../components/package-link.ts';
import { badge, copyButton, facts } from '../../components/show.ts';
import { icon } from '../../components/icon.ts';
import { html, type Content, type Html } from '../../html.ts';
import { type PageContext, pathOf, withQuery } from '../../page.ts';
import { feedHref } from '../feed/package-feed.ts';
import { downloadBox } from './downloads.ts';
import { groundOfLink, groundOfOwner, marked } from './grounds.ts';
import { buildsIn, sourceLink } from './source.ts';
import type { TagLine } from '../../../services/packages/tag-page.ts';

const shownTags = 10;
const shownKeywords = 20;
/** Enough entries to include the publish of the version. */
const shownHistory = 20;

/** Facts about a package, beside its tabs. */
export async function packageAside(context: PageContext, front: PackageFront): Promise<Html> {
  const { t, services, caller } = context;
  const { ecosystem, pkg, shown } = front;
  const named = { ecosystem, name: pkg.name };
  const version = shown?.version;
  const feed = feedHref(pkg);
  const [tags, downloads, history, attested, proven] = await Promise.all([
    services.packages.listTagsWithTimes(caller, named, { limit: shownTags, offset: 0 }),
    services.packages.countDownloads(caller, named, {}),
    services.packages.listActivity(caller, { ...named, version }, { limit: shownHistory, offset: 0 }),
    shown === null ? [] : services.releases.listBuilds({ release: shown }),
    services.namespaces.findProven(caller, front),
  ]);
  const published = buildsIn(history);
  const builds = [...attested, ...published];
  const homepage = foreignLink(pkg.homepage);
  const owner = groundOfOwner(pkg.orgSlug ?? pkg.ownerName, { published, proven });
  return html`<div>
    ${facts([
      ...releaseFacts(context, front),
      homepage && [
        t('packages.homepage'),
        marked(context, homepage, groundOfLink(pkg.homepage, { builds, proven })),
      ],
      pkg.repositoryUrl !== null && row(t('packages.source'), sourceLink(context, pkg.repositoryUrl, builds)),
      [t('packages.owner'), marked(context, ownerLink(pkg), owner)],
      pkg.maintainers.length > 0 && [t('packages.maintainers'), maintainerLinks(pkg)],
      [
        t('packages.repository'),
        html`<a href=${pathOf('repositories', pkg.repositorySlug)}>${pkg.repositorySlug}</a>`,
      ],
      pkg.keywords.length > 0 && [t('packages.keywords'), keywordLinks(pkg)],
      tags.length > 0 && [t('packages.tags'), tagLinks(pkg, tags)],
      [
        t('packages.purl'),
        html`<span class="row"
          ><code>${purlOf(ecosystem.purlType, pkg.name, shown?.version)}</code> ${copyButton(
            t('packages.copy_purl'),
            purlOf(ecosystem.purlType, pkg.name, shown?.version),
            t('shell.copied'),
          )}</span
        >`,
      ],
    ])}
    ${downloadBox(context, pkg, downloads)}
    ${feed !== undefined && html`<p><a href=${feed} class="row">${icon('feed')} ${t('packages.feed')}</a></p>`}
  </div>`;
}

type Fact = readonly [term: string, value: Content];

/** A fact whose value may be missing. */
function row(term: string, value: Content): Fact | false {
  return value !== undefined && [term, value];
}

function releaseFacts(
  { t, number, size }: PageContext,
  { pkg, shown, bundle }: PackageFront,
): (Fact | false)[] {
  const license = shown?.publication?.license ?? pkg.license;
  const isCounted = bundle !== null && bundle.version === shown?.version;
  return [
    license !== null && [
      t('packages.license'),
      html`<a href=${withQuery('/search', { license })}>${license}</a>`,
    ],
    isCounted && [t('packages.install_size'), size(bundle.facts.installBytes ?? bundle.facts.unpackedBytes)],
    isCounted && [t('packages.download_size'), size(bundle.sentBytes + bundle.facts.partBytes)],
    isCounted && bundle.facts.fileCount > 0 && [t('packages.file_count'), number(bundle.facts.fileCount)],
    isCounted &&
      bundle.installScripts > 0 && [
        t('packages.install_scripts'),
        badge(number(bundle.installScripts), 'warning'),
      ],
  ];
}

function ownerLink({ orgSlug, ownerName }: PackageRow): Html {
  return orgSlug === null
    ? html`<a href=${pathOf('users', ownerName)}>${ownerName}</a>`
    : html`<a href=${pathOf('orgs', orgSlug)}>${orgSlug}</a>`;
}

function maintainerLinks({ maintainers }: PackageRow): Html {
  return html`<span class="row"
    >${maintainers.map((name) => html`<a href=${pathOf('users', name)}>${name}</a>`)}</span
  >`;
}

function keywordLinks({ keywords }: PackageRow): Html {
  return html`<span class="row small"
    >${keywords
      .slice(0, shownKeywords)
      .map(
        (keyword) => html`<a href=${withQuery('/search', { keyword: keyword.toLowerCase() })}>${keyword}</a>`,
      )}</span
  >`;
}

function tagLinks({ ecosystem, name }: PackageRow, tags: readonly TagLine[]): Html {
  return html`<ul class="plain">
    ${tags.map((tag) => html`<li><code>${tag.name}</code> ${versionLink(ecosystem, name, tag.version)}</li>`)}
  </ul>`;
}

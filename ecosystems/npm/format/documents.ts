import { sha256Hex } from '../../../domain/digest.ts';
import type { DocumentFrame } from '../../../domain/document.ts';
import type { Package } from '../../../domain/package.ts';
import type { ReleaseSummary } from '../../../domain/release.ts';
import type { RenderInput } from '../../render-input.ts';
import type { PackageDocuments } from '../../package-documents.ts';
import { distTags } from './latest.ts';
import { baseName } from './name.ts';
import { NpmMetadata, type Manifest } from './metadata.ts';
import { abbreviatedManifest, fullManifest, type SplitManifest } from './version-document.ts';

/** The media type of the abbreviated form, in `Accept` and in answers. */
export const abbreviatedType = 'application/vnd.npm.install-v1+json';

export type Form = 'full' | 'abbreviated';

/** The path of a document below a mount. */
export function documentPath(form: Form, name: string): string {
  return `${form}/${name}`;
}

/** Documents in both forms for every mount; none without releases. Only URLs differ between mounts. */
export const documents: PackageDocuments = {
  order: null,
  frames(input) {
    if (input.releases.length === 0) return [];
    const heads = headsOf(input);
    return input.mounts.flatMap(({ documentPrefix }) =>
      forms.map((form): DocumentFrame => ({
        path: documentPrefix + documentPath(form, input.package.name),
        contentType: form === 'full' ? 'application/json; charset=utf-8' : abbreviatedType,
        etag: 'parts',
        pieces: [...heads[form], { list: versionsList(form, documentPrefix), separator: ',' }, '}}'],
      })),
    );
  },
  release(release, facts) {
    const metadata = NpmMetadata.parse(release.metadata);
    const manifests = {
      full: fullManifest(release, metadata, maintainersOf(facts)),
      abbreviated: abbreviatedManifest(release, metadata),
    };
    const entries: Record<string, string> = {
      times: `,${JSON.stringify(release.versionKey)}:${JSON.stringify(timeOf(release))}`,
    };
    for (const { url, documentPrefix } of facts.mounts) {
      for (const form of forms) {
        entries[versionsList(form, documentPrefix)] = versionText(manifests[form], facts.name, url);
      }
    }
    return { entries, documents: [] };
  },
};

const forms: readonly Form[] = ['full', 'abbreviated'];

function versionsList(form: Form, documentPrefix: string): string {
  return `${documentPrefix}${form}`;
}

/** The text before the versions, by form. */
function headsOf(input: RenderInput): Record<Form, DocumentFrame['pieces']> {
  const { name, readme } = input.package;
  const tags = distTags(input.releases, input.tags);
  const newest = input.featured.get(tags['latest'] ?? '');
  const manifest = newest === undefined ? {} : NpmMetadata.parse(newest.metadata).manifest;
  const time = spanOf(input.releases);
  const full = {
    _id: name,
    _rev: revisionOf(input),
    name,
    ...pick(manifest, ['description']),
    'dist-tags': tags,
  };
  const about = {
    maintainers: maintainersOf(input.package),
    ...pick(manifest, describing),
    users: {},
    readme: readme ?? '',
  };
  return {
    full: [...withTimes(full, time), `},${JSON.stringify(about).slice(1, -1)},"versions":{`],
    abbreviated: [...withTimes({ name, modified: time.modified, 'dist-tags': tags }, time), '},"versions":{'],
  };
}

/** The head with `time`. `created` and `modified` are first, so that every version's time can begin with a comma. */
function withTimes(head: object, time: object): DocumentFrame['pieces'] {
  const before = `${JSON.stringify(head).slice(0, -1)},"time":${JSON.stringify(time).slice(0, -1)}`;
  return [before, { list: 'times', separator: '' }];
}

const describing = ['author', 'contributors', 'license', 'homepage', 'repository', 'bugs', 'keywords'];

function pick(manifest: Manifest, fields: readonly string[]): Manifest {
  return Object.fromEntries(
    fields.filter((field) => Object.hasOwn(manifest, field)).map((field) => [field, manifest[field]]),
  );
}

/**
 * The revision that a writer must have read before a change of the document; opaque to clients. It is equal at every
 * mount, and repeats only if everything that a writer can change repeats.
 */
export function revisionOf({
  package: pkg,
  releases,
  tags,
}: Pick<RenderInput, 'package' | 'releases' | 'tags'>): string {
  const state = [
    releases.map(({ versionKey, isYanked, deprecationMessage }) => [
      versionKey,
      isYanked,
      deprecationMessage,
    ]),
    Object.entries(distTags(releases, tags)),
    maintainersOf(pkg),
  ];
  return `${releases.length}-${sha256Hex(JSON.stringify(state)).slice(0, 16)}`;
}

/** The maintainers. E-mail addresses are private, but clients print the member: so it is empty. */
export function maintainersOf({
  ownerName,
  maintainers,
}: Pick<Package, 'ownerName' | 'maintainers'>): { name: string; email: string }[] {
  return [ownerName, ...maintainers].map((name) => ({ name, email: '' }));
}

type Times = Pick<ReleaseSummary, 'publishedAt' | 'uploadedAt'>;

const dateOf = ({ publishedAt, uploadedAt }: Times) => publishedAt ?? uploadedAt;

function timeOf(release: Times): string {
  return dateOf(release).toISOString();
}

/** The first and last times. Only these two are formatted: formatting ten thousand took longer than all else. */
function spanOf(releases: readonly Times[]) {
  let [created, modified] = [Infinity, -Infinity];
  for (const release of releases) {
    const time = dateOf(release).getTime();
    if (time < created) created = time;
    if (time > modified) modified = time;
  }
  return { created: new Date(created).toISOString(), modified: new Date(modified).toISOString() };
}

function versionText({ version, before, after }: SplitManifest, name: string, url: string): string {
  const tarball = `${url}/${name}/-/${baseName(name)}-${version}.tgz`;
  return `${JSON.stringify(version)}:${before}${JSON.stringify(tarball)}${after(url)}`;
}

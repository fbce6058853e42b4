import { sha256Hex } from '../../../domain/digest.ts';
import type { Document } from '../../../domain/document.ts';
import type { Package } from '../../../domain/package.ts';
import type { Release } from '../../../domain/release.ts';
import type { RenderInput } from '../../ecosystem.ts';
import { distTags } from './latest.ts';
import { baseName } from './name.ts';
import { NpmMetadata, type Manifest } from './metadata.ts';
import { abbreviatedManifest, fullManifest, type SplitManifest } from './version-document.ts';

/** What clients ask for with `Accept`, and get as exactly this. */
export const abbreviatedType = 'application/vnd.npm.install-v1+json';

export type Form = 'full' | 'abbreviated';

/** Below a mount. */
export function documentPath(form: Form, name: string): string {
  return `${form}/${name}`;
}

/** Both forms for every mount; none without releases. */
export function renderDocuments(input: RenderInput): Document[] {
  if (input.releases.length === 0) return [];
  const releases = input.releases.map((release) => ({
    release,
    metadata: NpmMetadata.parse(release.metadata),
  }));
  const facts = headOf(input, releases);
  const people = maintainersOf(input.package);
  const full = releases.map(({ release, metadata }) => fullManifest(release, metadata, people));
  const abbreviated = releases.map(({ release, metadata }) => abbreviatedManifest(release, metadata));
  return input.mounts.flatMap(({ url, documentPrefix }) => [
    {
      path: documentPrefix + documentPath('full', facts.name),
      contentType: 'application/json; charset=utf-8',
      body: withVersions(facts.full, versionsText(full, facts.name, url)),
    },
    {
      path: documentPrefix + documentPath('abbreviated', facts.name),
      contentType: abbreviatedType,
      body: withVersions(facts.abbreviated, versionsText(abbreviated, facts.name, url)),
    },
  ]);
}

interface Read {
  release: Release;
  metadata: NpmMetadata;
}

function headOf(input: RenderInput, releases: Read[]) {
  const { name, readme } = input.package;
  const tags = distTags(input.releases, input.tags);
  const newest = releases.find(({ release }) => release.versionKey === tags['latest'])?.metadata.manifest;
  const time = timesOf(input.releases);
  return {
    name,
    full: {
      _id: name,
      _rev: revisionOf(input),
      name,
      ...pick(newest ?? {}, ['description']),
      'dist-tags': tags,
      time,
      maintainers: maintainersOf(input.package),
      ...pick(newest ?? {}, describing),
      users: {},
      readme: readme ?? '',
    },
    abbreviated: { name, modified: time['modified'], 'dist-tags': tags, time },
  };
}

const describing = ['author', 'contributors', 'license', 'homepage', 'repository', 'bugs', 'keywords'];

function pick(manifest: Manifest, fields: readonly string[]): Manifest {
  return Object.fromEntries(
    fields.filter((field) => Object.hasOwn(manifest, field)).map((field) => [field, manifest[field]]),
  );
}

/**
 * What a writer has to know before it may change the document; opaque to clients. The same at every mount, and
 * the same again only when everything a writer can change is.
 */
export function revisionOf({
  package: pkg,
  releases,
  tags,
}: Omit<RenderInput, 'mounts' | 'baseUrl'>): string {
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

/** Addresses are nobody's business; clients print the member. */
export function maintainersOf({ ownerName, maintainers }: Package): { name: string; email: string }[] {
  return [ownerName, ...maintainers].map((name) => ({ name, email: '' }));
}

function timesOf(releases: Release[]): Record<string, string> {
  const times = releases.map((release): [string, string] => [
    release.versionKey,
    (release.publishedAt ?? release.uploadedAt).toISOString(),
  ]);
  const sorted = times.map(([, time]) => time).sort();
  return { created: sorted[0] ?? '', modified: sorted.at(-1) ?? '', ...Object.fromEntries(times) };
}

/** Only URLs differ between mounts: the rest of a version is made once. */
function versionsText(versions: SplitManifest[], name: string, url: string): string {
  const texts = versions.map(({ version, before, after }) => {
    const tarball = `${url}/${name}/-/${baseName(name)}-${version}.tgz`;
    return `${JSON.stringify(version)}:${before}${JSON.stringify(tarball)}${after(url)}`;
  });
  return `{${texts.join(',')}}`;
}

function withVersions(head: object, versions: string): string {
  return `${JSON.stringify(head).slice(0, -1)},"versions":${versions}}`;
}

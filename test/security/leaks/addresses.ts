import { purlOf } from '../../../domain/purl.ts';
import { indexPath } from '../../../ecosystems/cargo/fixtures/own-words.ts';
import { type EcosystemName, wheelName } from '../publish.ts';
import { parametersOf, type Route } from '../routes.ts';

/** What a curious reader types: a release, or one that never was but is spelled alike. */
export interface Target {
  ecosystem: EcosystemName;
  name: string;
  version: string;
  repository: string;
  sha256: string;
  /** A word of its description and of its keywords. */
  word: string;
}

type Values = Record<string, (target: Target) => string[]>;

const artifactNames = ({ ecosystem, name, version }: Target) =>
  ({
    cargo: [`${name}-${version}.crate`],
    composer: [`${name.replace('/', '-')}-${version}.0.zip`],
    generic: ['README.md'],
    maven: [`${name.split(':')[1] ?? ''}-${version}.pom`],
    npm: [`${name}-${version}.tgz`],
    nuget: [`${name}.${version}.nupkg`, `${name}.nuspec`, 'readme'],
    pypi: [wheelName(name, version), `${wheelName(name, version)}.metadata`],
    // attestations of a gem are called like it
    rubygems: [`${name}-${version}.gem`, `${name}-${version}.json`],
  })[ecosystem];

/** Where an ecosystem can be met, by the first part of a pattern. */
const homes: Record<string, string> = {
  cargo: 'cargo',
  composer: 'composer',
  generic: 'generic',
  maven: 'maven',
  npm: 'npm',
  '-': 'npm',
  nuget: 'nuget',
  pypi: 'pypi',
  rubygems: 'rubygems',
  _: 'pypi',
};

/** Whoever asks it says the name of what they look for. */
export const lookupPath = '/v1/lookup';

const nobodysId = '00000000-0000-7000-8000-000000000000';

/** Whatever a release is in another protocol, nobody finds it by asking a registry of images for it. */
function distributionPaths({ name, version, sha256 }: Target): string[] {
  const digest = `sha256:${sha256}`;
  return [
    '',
    '_catalog?n=1000',
    `${name}/tags/list`,
    ...[version, 'latest', digest].map((reference) => `${name}/manifests/${reference}`),
    `${name}/blobs/${digest}`,
    `${name}/referrers/${digest}`,
  ];
}

function layoutPaths({ name, version }: Target): string[] {
  const [group = '', artifact = ''] = name.split(':');
  const pom = `${group}/${artifact}/${version}/${artifact}-${version}.pom`;
  const metadata = `${group}/${artifact}/maven-metadata.xml`;
  return [
    '',
    `${group}/`,
    `${group}/${artifact}/`,
    `${group}/${artifact}/${version}/`,
    `${group}/maven-metadata.xml`,
  ].concat([pom, `${pom}.sha1`, `${pom}.asc`, metadata, `${metadata}.md5`]);
}

const npmValues: Values = {
  repository: ({ repository }) => [repository],
  package: ({ name, version }) => [name, `${name}@${version}`],
  scope: ({ name }) => [`@${name}`],
  version: ({ version }) => [version, 'latest'],
  file: artifactNames,
  fileScope: ({ name }) => [`@${name}`],
  owner: ({ repository }) => [repository],
  rev: () => ['1-0000000000000000'],
  tag: () => ['beta'],
  token: () => [`pub_${'0'.repeat(64)}`],
  key: () => [nobodysId],
  id: () => [nobodysId],
  '*': ({ name }) => [`${name}/package`],
};

/** Values of every parameter that a route may have, by the first part of its pattern. */
const parameters: Record<string, Values> = {
  cargo: {
    repository: ({ repository }) => [repository],
    name: ({ name }) => [name],
    version: ({ version }) => [version],
    '*': ({ name }) => [indexPath(name)],
  },
  composer: {
    repository: ({ repository }) => [repository],
    vendor: ({ name }) => [name.split('/')[0] ?? ''],
    package: ({ name }) => [name.split('/')[1] ?? ''],
    version: ({ version }) => [version, `${version}.0`],
    file: ({ name }) => ['.json', '~dev.json'].map((ending) => `${name.split('/')[1] ?? ''}${ending}`),
    filename: artifactNames,
    job: () => [nobodysId],
  },
  generic: {
    repository: ({ repository }) => [repository],
    name: ({ name }) => [name],
    version: ({ version }) => [version, 'latest'],
    '*': () => ['', 'README.md', 'README.md.sha256', 'SHA256SUMS'],
  },
  maven: {
    repository: ({ repository }) => [repository],
    '*': layoutPaths,
  },
  nuget: {
    repository: ({ repository }) => [repository],
    id: ({ name }) => [name, name.toUpperCase()],
    version: ({ version }) => [version],
    file: (target) => [...artifactNames(target), 'icon', 'license'],
    leaf: ({ version }) => [`${version}.json`],
    group: () => ['spring'],
  },
  pypi: {
    repository: ({ repository }) => [repository],
    slug: ({ repository }) => [repository],
    project: ({ name }) => [name],
    version: ({ version }) => [version],
    prefix: ({ sha256 }) => [sha256.slice(0, 2)],
    digest: ({ sha256 }) => [sha256],
    filename: artifactNames,
  },
  _: {},
  rubygems: {
    repository: ({ repository }) => [repository],
    name: ({ name }) => [name, `${name}.json`],
    filename: artifactNames,
    file: ({ name, version }) => [`${name}-${version}.gemspec.rz`],
    fullName: ({ name, version }) => [`${name}-${version}`, `${name}-${version}.json`],
    handle: () => ['nobody-of-this-name'],
  },
  npm: npmValues,
  '-': npmValues,
  login: { id: () => [nobodysId] },
  v1: {
    ecosystem: ({ ecosystem }) => [ecosystem],
    name: ({ name }) => [name],
    version: ({ version }) => [version],
    filename: artifactNames,
    slug: ({ repository }) => [repository],
    team: () => ['nobodys-team'],
    repository_slug: ({ repository }) => [repository],
    claim_id: () => [nobodysId],
    fingerprint: () => ['0'.repeat(40)],
    username: () => ['nobody-of-this-name'],
    delivery_id: () => [nobodysId],
    what: () => ['expired'],
    tag: () => ['latest'],
    id: () => [nobodysId],
  },
  packages: {
    ecosystem: ({ ecosystem }) => [ecosystem],
    name: ({ name }) => [name],
    version: ({ version }) => ['', version],
  },
  oci: { repository: ({ repository }) => [repository], '*': distributionPaths },
  v2: { '*': distributionPaths },
  docs: { code: () => ['not_found'] },
  'swagger-ui': { '*': () => ['index.html'] },
  // games know no packages, but they are asked like everything else
  api: { id: () => [nobodysId], game_id: () => [nobodysId], job_id: () => [nobodysId] },
};

/** Queries for every route that lists or finds: which of them it understands is its own business. */
const queries: ((target: Target) => Record<string, string>)[] = [
  () => ({}),
  ({ name }) => ({ q: name }),
  ({ name }) => ({ q: name, prerelease: 'true', semVerLevel: '2.0.0' }),
  ({ name }) => ({ q: name.slice(0, -1), per_page: '100', take: '100' }),
  ({ name }) => ({ q: `id:${name}` }),
  ({ name }) => ({ id: name, prerelease: 'true', semVerLevel: '2.0.0' }),
  ({ version }) => ({ q: `version:${version}`, prerelease: 'true' }),
  ({ version }) => ({ q: version }),
  ({ word }) => ({ q: word }),
  ({ word }) => ({ keyword: word }),
  ({ word }) => ({ keyword: word, facets: 'ecosystem,license,keyword' }),
  ({ ecosystem }) => ({ ecosystem, facets: 'ecosystem,license,keyword', per_page: '1' }),
  ({ word }) => ({ q: `tags:${word}` }),
  ({ repository }) => ({ repository }),
  ({ sha256 }) => ({ q: sha256 }),
  ({ ecosystem }) => ({ ecosystem, sort: 'updated', per_page: '100' }),
];

/** What says nothing to a surface is left out there: it would list everything. */
const npmQueries: typeof queries = [
  () => ({}),
  ({ name }) => ({ text: name, size: '250' }),
  ({ name }) => ({ text: name.slice(0, -1) }),
  ({ word }) => ({ text: `keywords:${word}` }),
  ({ repository }) => ({ text: `maintainer:${repository}` }),
];

const purlType = (ecosystem: EcosystemName) => (ecosystem === 'rubygems' ? 'gem' : ecosystem);

/** Of the one route that is asked for a package by its URL. */
const lookups: typeof queries = [
  ({ ecosystem, name, version }) => ({ purl: purlOf(purlType(ecosystem), name, version) }),
  ({ ecosystem, name }) => ({ purl: purlOf(purlType(ecosystem), name) }),
  () => ({}),
];

function queriesOf(route: Route): typeof queries {
  if (route.pattern === lookupPath) return lookups;
  return groupOf(route) === 'npm' ? npmQueries : queries;
}

/** @throws Error for a parameter nobody has thought of: a new route can't slip through the sweep */
export function addressesOf(route: Route, target: Target, more: Values = {}): string[] {
  const group = groupOf(route);
  const home = homes[group];
  if (home !== undefined && home !== target.ecosystem) return [];
  const paths = parametersOf(route.pattern).reduce(
    (patterns, parameter) => {
      const values = { ...parameters[group], ...more }[parameter];
      if (!values)
        throw new Error(`${route.method} ${route.pattern}: the sweep has no value for ${parameter}`);
      return patterns.flatMap((pattern) => values(target).map((value) => fill(pattern, parameter, value)));
    },
    [route.pattern],
  );
  if (!isListing(route) || isFixed(route)) return paths;
  return paths.flatMap((path) =>
    queriesOf(route).map((query) => `${path}?${new URLSearchParams(query(target)).toString()}`),
  );
}

export function groupOf({ pattern }: Route): string {
  return pattern.split('/')[1] ?? '';
}

/** Files and facts of the instance: questions change nothing about them. */
function isFixed(route: Route): boolean {
  return ['swagger-ui', 'openapi.json', 'api-docs', 'health', 'readiness'].includes(groupOf(route));
}

/** A route that names no package may tell of any. */
export function isListing({ pattern }: Route): boolean {
  return parametersOf(pattern).every((parameter) => parameter === 'repository');
}

function fill(pattern: string, parameter: string, value: string): string {
  if (parameter === '*') return pattern.replace('*', value);
  // an absent optional parameter takes its slash with it
  if (value === '') return pattern.replace(`/:${parameter}?`, '');
  return pattern.replace(new RegExp(`:${parameter}\\??(?=/|$)`), encodeURIComponent(value));
}

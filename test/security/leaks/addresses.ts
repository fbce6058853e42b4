import { purlOf } from '../../../domain/purl.ts';
import { unknownId, type ParameterValues, type Target } from '../../../ecosystems/test-client.ts';
import { findTested, releasesOf, tested } from '../../support/test-clients.ts';
import { parametersOf, type Route } from '../routes.ts';

/** The requests to this path contain the name themselves. */
export const lookupPath = '/v1/lookup';

/** The page shows one of several lists. */
const packagePage = '/packages/:ecosystem/:name';
const tabs = ['', '?tab=versions', '?tab=dependencies', '?tab=dependents', '?tab=security', '?tab=activity'];

/** Parameters of the platform's own routes, by the first segment of their pattern. */
const parameters: Record<string, ParameterValues> = {
  login: {
    id: () => [unknownId],
    ecosystem: ({ ecosystem }) => [ecosystem],
    name: ({ name }) => [name],
    version: ({ version }) => [version],
    token: () => ['0'.repeat(40)],
  },
  v1: {
    ecosystem: ({ ecosystem }) => [ecosystem],
    name: ({ name }) => [name],
    version: ({ version }) => [version],
    filename: (target) => releasesOf(target.ecosystem).filenames(target),
    slug: ({ repository }) => [repository],
    team: () => ['unknown-team'],
    repository_slug: ({ repository }) => [repository],
    claim_id: () => [unknownId],
    fingerprint: () => ['0'.repeat(40)],
    username: () => ['no-such-user'],
    delivery_id: () => [unknownId],
    file: () => [unknownId],
    what: () => ['expired'],
    tag: () => ['latest'],
    id: () => [unknownId],
  },
  packages: {
    ecosystem: ({ ecosystem }) => [ecosystem],
    name: ({ name }) => [name, `${name}.atom`],
    // a tag redirects to its version
    version: ({ version }) => [version, 'latest'],
    filename: (target) => releasesOf(target.ecosystem).filenames(target),
    range: ({ version }) => [`${version}...${version}`],
    // the rest after a name whose slash is not encoded
    rest: ({ version }) => [version],
    '*': () => ['README.md'],
  },
  publish: { ecosystem: ({ ecosystem }) => [ecosystem], id: () => [unknownId] },
  repositories: { slug: ({ repository }) => [repository] },
  users: { username: () => ['no-such-user'] },
  orgs: {
    slug: ({ repository }) => [repository, 'unknown-organization'],
    team: () => ['unknown-team'],
    id: () => [unknownId],
  },
  namespaces: { id: () => [unknownId] },
  admin: { id: () => [unknownId], username: () => ['no-such-user'] },
  assets: { file: () => ['main.js'] },
  docs: { code: () => ['not_found'], name: () => ['PUBLISHING'], '*': () => ['PUBLISHING'] },
  'swagger-ui': { '*': () => ['index.html'] },
  chess: { id: () => [unknownId] },
  // the chess API has no packages, but its routes are part of the sweep
  api: { id: () => [unknownId], game_id: () => [unknownId], job_id: () => [unknownId] },
};

/** Queries for every route that lists or searches; routes ignore unknown parameters. */
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

/** Queries for the route that takes a package URL. */
const lookups: typeof queries = [
  ({ ecosystem, name, version }) => ({ purl: purlOf(purlTypeOf(ecosystem), name, version) }),
  ({ ecosystem, name }) => ({ purl: purlOf(purlTypeOf(ecosystem), name) }),
  () => ({}),
];

function purlTypeOf(id: string): string {
  return tested.find(({ ecosystem }) => ecosystem.id === id)?.ecosystem.purlType ?? id;
}

function queriesOf(route: Route): readonly ((target: Target) => Record<string, string>)[] {
  if (route.pattern === lookupPath) return lookups;
  return findTested(groupOf(route))?.client.queries ?? queries;
}

/** Addresses of a route. @throws Error for an unknown parameter, so that no new route is left out */
export function addressesOf(route: Route, target: Target, more: ParameterValues = {}): string[] {
  const group = groupOf(route);
  const home = findTested(group);
  // an ecosystem without releases of its own is tested with those of all others
  if (home?.client.releases && home.ecosystem.id !== target.ecosystem) return [];
  const paths = parametersOf(route.pattern).reduce(
    (patterns, parameter) => {
      const values = { ...(home?.client.parameters ?? parameters[group]), ...more }[parameter];
      if (!values)
        throw new Error(`${route.method} ${route.pattern}: the sweep has no value for ${parameter}`);
      return patterns.flatMap((pattern) => values(target).map((value) => fill(pattern, parameter, value)));
    },
    [route.pattern],
  );
  if (route.pattern === packagePage) return paths.flatMap((path) => tabs.map((tab) => path + tab));
  if (!isListing(route) || isFixed(route)) return paths;
  return paths.flatMap((path) =>
    queriesOf(route).map((query) => `${path}?${new URLSearchParams(query(target)).toString()}`),
  );
}

export function groupOf({ pattern }: Route): string {
  return pattern.split('/')[1] ?? '';
}

/** Files and facts of the instance, which do not depend on the query. */
function isFixed(route: Route): boolean {
  return ['swagger-ui', 'openapi.json', 'api-docs', 'health', 'readiness'].includes(groupOf(route));
}

/** Whether the route names no package, so that it could reveal any. */
export function isListing({ pattern }: Route): boolean {
  return parametersOf(pattern).every((parameter) => parameter === 'repository');
}

function fill(pattern: string, parameter: string, value: string): string {
  if (parameter === '*') return pattern.replace('*', value);
  // an absent optional parameter is removed with its slash
  if (value === '') return pattern.replace(`/:${parameter}?`, '');
  return pattern.replace(new RegExp(`:${parameter}\\??(?=/|$)`), encodeURIComponent(value));
}

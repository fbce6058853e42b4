import { newId } from '../../../store/postgres/ids.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { insertPublisher } from '../../../store/postgres/identity/trusted-publishers.ts';
import { insertToken } from '../../../store/postgres/identity/tokens.ts';
import { createToken } from '../../../domain/token.ts';
import { AnyRow, type Management, type Person, seedCrate } from '../../support/management.ts';
import { permissions, type RoleName, roles, type Standing, visibilities } from './expected.ts';
import type { Place } from './requests.ts';

/** A person with a role, a team permission, or both; see {@link Standing}. */
export interface Asker extends Standing {
  person: Person;
  session: string;
  name: string;
}

export interface World {
  org: string;
  /** One place for each visibility. */
  places: Place[];
  asker(standing: Standing): Promise<Asker>;
}

/** An organization with packages of every visibility, and a team for each permission, granted on all of them. */
export async function createWorld(api: Management): Promise<World> {
  const org = 'matrix';
  const founder = await api.createPerson('founder');
  const make = async (method: string, url: string, body: object) => {
    const answer = await api.call(method as 'POST', url, { token: founder.token, body });
    if (answer.status >= 300)
      throw new Error(`${method} ${url}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { id: orgId } = await make('POST', '/v1/orgs', { name: 'Matrix', slug: org });
  const repository = `${org}-all`;
  const { id: repositoryId } = await make('POST', '/v1/repositories', {
    name: 'All',
    slug: repository,
    owner_org_slug: org,
  });
  const vault = `${org}-vault`;
  await make('POST', '/v1/repositories', {
    name: 'Vault',
    slug: vault,
    kind: 'private',
    owner_org_slug: org,
  });
  const { id: claimId } = await make('POST', '/v1/namespaces', {
    ecosystem: 'npm',
    namespace: org,
    owner_org_id: orgId,
  });
  await addClaimedPackage(api, { repositoryId: String(repositoryId), claimId: String(claimId), scope: org });
  const places: Place[] = [];
  for (const visibility of visibilities) {
    const { url, findingIds } = await seedCrate(api, {
      repositoryId: String(repositoryId),
      name: `matrix-${visibility.replace('_', '-')}`,
      visibility,
      releases: [
        { version: '1.0.0' },
        {
          version: '2.0.0',
          state: 'quarantine',
          statusReason: 'blocked_by_findings',
          findings: [{ kind: 'vulnerability', severity: 'critical' }],
        },
      ],
    });
    places.push({
      org,
      packageUrl: url,
      visibility,
      findingId: findingIds[0] ?? '',
      repository: vault,
      claimId,
    });
  }
  for (const permission of permissions) {
    const team = `team-${permission.replaceAll('_', '-')}`;
    await make('POST', `/v1/orgs/${org}/teams`, { name: team, slug: team });
    const given = { permissions: [permission] };
    const access = `/v1/orgs/${org}/teams/${team}`;
    for (const { packageUrl } of places) {
      await make('PUT', packageUrl.replace('/v1/packages', `${access}/package-access`), given);
    }
    await make('PUT', `${access}/repository-access/${vault}`, given);
    // teams get only permissions that have a meaning for namespaces
    const isOfClaims = permission === 'admin' || permission === 'transfer_ownership';
    if (isOfClaims) await make('PUT', `${access}/namespace-access/${claimId}`, given);
  }
  const known = new Map<string, Promise<Asker>>();
  async function create({ role, permission }: Standing, name: string): Promise<Asker> {
    const person = await api.createPerson();
    if (role !== null) await setRole(api, String(orgId), person, role);
    if (permission !== null) {
      await make('POST', `/v1/orgs/${org}/teams/team-${permission.replaceAll('_', '-')}/members`, {
        username: person.username,
      });
    }
    api.platform.authenticator.forgetAll();
    return { role, permission, name, person, session: await api.createSession(person.id) };
  }
  return {
    org,
    places,
    asker(standing) {
      const name = `${standing.role ?? 'stranger'}/${standing.permission ?? 'no team'}`;
      const asker = known.get(name) ?? create(standing, name);
      known.set(name, asker);
      return asker;
    },
  };
}

/** Writes the row of a role: the API makes owners only by transfers. */
async function setRole({ pool }: Management, orgId: string, { id }: Person, role: RoleName): Promise<void> {
  await pool.query(sql.unsafe`
    insert into members (organization_id, user_id, role) values (${orgId}, ${id}, ${role})`);
}

/** Inserts a public package, so that other users can see the claim. */
async function addClaimedPackage(
  { pool }: Management,
  { repositoryId, claimId, scope }: { repositoryId: string; claimId: string; scope: string },
): Promise<void> {
  const name = `@${scope}/probe`;
  await pool.query(sql.unsafe`
    insert into packages (id, repository_id, namespace_id, ecosystem, name, name_key, visibility, readable_releases)
    values (${newId()}, ${repositoryId}, ${claimId}, 'npm', ${name}, ${name}, 'public', 1)`);
}

/** All combinations; a person without a role is in no team. */
export function standings(): Standing[] {
  const teams = [null, ...permissions];
  return [
    { role: null, permission: null },
    ...roles.flatMap((role) => teams.map((permission) => ({ role, permission }))),
  ];
}

/** Each role without a permission, and each permission with the lowest role. */
export function fewStandings(): Standing[] {
  return [
    { role: null, permission: null },
    ...roles.map((role) => ({ role, permission: null })),
    ...permissions.map((permission) => ({ role: 'viewer' as const, permission })),
  ];
}

/** The token of an identity of a build system, as an exchange stores it. */
export async function exchangedToken(
  { pool }: Management,
  userId: string,
  packageUrl: string,
): Promise<string> {
  const { secret, ...token } = createToken();
  const name = packageUrl.split('/').at(-1) ?? '';
  const { id } = await pool.one(sql.type(AnyRow)`select id from packages where name = ${name}`);
  // a package has one publisher for each set of rules
  const subject = `${name} of ${userId}`;
  const build = { issuer: 'https://gitlab.com', subject, repository: null, repositoryOwnerId: null };
  const rules = { ...build, workflowRef: null, environment: null };
  await insertPublisher(pool, {
    ...rules,
    id: newId(),
    packageId: String(id),
    createdBy: userId,
    needsApproval: false,
  });
  await insertToken(pool, {
    ...token,
    id: newId(),
    userId: null,
    build: { ...rules, organizations: null, nameKey: null, owner: null, repositorySlug: null },
    name: 'exchanged',
    kind: 'oidc_derived',
    scopes: ['packages:write'],
    repositoryId: null,
    packageId: null,
    exchangedIn: 'cargo',
    expiresAt: new Date(Date.now() + 900_000),
  });
  return secret;
}

import { type Crate, makeCrate } from '../../support/crates.ts';
import { type Person, type World } from './world.ts';

/** Results of steps that later steps use. */
export interface Cast {
  world: World;
  alice: Person;
  bob: Person;
  /** Alice's organization, with its id. */
  org: { slug: string; id: string };
  /** Alice's token, for publishing. */
  token: string;
  kept: Record<string, string>;
}

type Who = 'alice' | 'bob' | 'admin' | 'anonymous' | 'platform';

export interface Step {
  by: Who;
  /** The entry belongs to the organization. */
  isOfOrganization?: true;
  /** The action uses an API token, which the entry names. */
  hasToken?: true;
  do(cast: Cast): Promise<unknown>;
}

export const crateOf = (cast: Cast, name: string) => String(cast.kept[name]);
export const orgPath = ({ org }: Cast) => `/v1/orgs/${org.slug}`;
export const teamPath = (cast: Cast) => `${orgPath(cast)}/teams/core`;
export const packagePath = (cast: Cast, name: string) => `/v1/packages/cargo/${crateOf(cast, name)}`;

const as = (person: 'alice' | 'bob') => (cast: Cast, method: string, path: string, body?: object) =>
  cast.world.ask(method, path, { as: cast[person].session, ...(body && { body }) });
export const alice = as('alice');
export const bob = as('bob');
export const admin = (cast: Cast, method: string, path: string, body?: object) =>
  cast.world.ask(method, path, { as: cast.world.platform.adminToken, ...(body && { body }) });

export const publish = (cast: Cast, crate: Crate, repository: string, token = cast.token) =>
  cast.world.ask('PUT', `/cargo/r/${repository}/api/v1/crates/new`, {
    body: crate.body,
    headers: { authorization: token },
  });

/** Publishes a crate into the organization's public repository, and keeps its name in `cast.kept`. */
export async function publishNew(cast: Cast, name: string, crate?: Crate): Promise<void> {
  const made = crate ?? (await makeCrate());
  cast.kept[name] = made.name;
  await publish(cast, made, `${cast.org.slug}-public`);
}

export async function stageNew(cast: Cast, name: string): Promise<void> {
  const made = await makeCrate();
  cast.kept[name] = made.name;
  await publish(cast, made, `${cast.org.slug}-staging`);
}

/** Decides about the current files of the version. */
export async function decideSeen(cast: Cast, name: string, verb: string, body: object): Promise<void> {
  const path = `${packagePath(cast, name)}/releases/1.0.0`;
  const { files_digest } = await alice(cast, 'GET', `${path}/review`);
  await alice(cast, 'POST', `${path}/${verb}`, { ...body, files_digest });
}

export async function findingOf(cast: Cast, name: string): Promise<string> {
  const { findings } = (await alice(
    cast,
    'GET',
    `${packagePath(cast, name)}/security-findings?include_resolved=true`,
  )) as { findings: { id: string }[] };
  return `${packagePath(cast, name)}/security-findings/${findings[0]?.id}`;
}

export async function invite(cast: Cast): Promise<void> {
  const wanted = { username_or_email: cast.bob.username };
  cast.kept['invitation'] = String((await alice(cast, 'POST', `${orgPath(cast)}/invitations`, wanted))['id']);
}

export const reason = { reason: 'looked at' };
export const release = '/releases/1.0.0';

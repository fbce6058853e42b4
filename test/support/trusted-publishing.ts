import type { Claims, Issuer } from './issuer.ts';
import { makeCrate, uniqueName } from './crates.ts';
import { publishCrate } from './cargo.ts';
import type { Platform } from './platform.ts';

/** Sends a request as a build does. Returns the JSON answer. */
export async function send(
  method: string,
  url: string,
  options: { token?: string; bearer?: string; body?: unknown } = {},
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const { token, bearer, body } = options;
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: token }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  // some refusals are a sentence
  const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : {};
  // every JSON answer of the registry is an object
  return { status: response.status, headers: response.headers, body: parsed as Record<string, unknown> };
}

/** The claims of a run of `release.yml` on the main branch of a repository. */
export function runOf(repository: string, audience: string): Claims {
  return {
    aud: audience,
    sub: `repo:${repository}:environment:prod`,
    repository,
    repository_owner_id: '42',
    workflow_ref: `${repository}/.github/workflows/release.yml@refs/heads/main`,
    environment: 'prod',
    event_name: 'push',
  };
}

export interface TrustedCrate {
  name: string;
  /** The source repository. */
  repository: string;
  /** The owner's token. */
  token: string;
  session: string;
  username: string;
  publisherId: string;
}

/** A crate with one version, whose owner trusts `release.yml` of a repository with the crate's name. */
export async function makeTrustedCrate(
  platform: Platform,
  issuer: Issuer,
  rules: Record<string, string> = {},
): Promise<TrustedCrate> {
  const { token, session, username } = await platform.createUser();
  const name = uniqueName('trusted');
  const first = await publishCrate(platform, await makeCrate({ name, version: '0.1.0' }), token);
  if (first.status !== 200) throw new Error(`first publish: ${first.status} ${first.text}`);
  const repository = `acme/${name}`;
  const body = { issuer: issuer.url, repository, workflow_ref: 'release.yml', ...rules };
  const created = await send('POST', publishersUrl(platform, 'cargo', name), { bearer: session, body });
  if (created.status !== 201) throw new Error(`publisher: ${created.status} ${JSON.stringify(created.body)}`);
  return { name, repository, token, session, username, publisherId: String(created.body['id']) };
}

export function publishersUrl({ url }: Pick<Platform, 'url'>, ecosystem: string, name: string): string {
  return `${url}/v1/packages/${ecosystem}/${name}/trusted-publishers`;
}

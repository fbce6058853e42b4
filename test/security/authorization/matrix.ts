import type { Answer, Management } from '../../support/management.ts';
import { Scope } from '../../../domain/scopes.ts';
import { expected, holds, sees, type VisibilityName } from './expected.ts';
import { type Asker, exchangedToken, type World } from './people.ts';
import { otherRequests, packageRequests, type Place, type Request, send } from './requests.ts';

/** All kinds of credentials that a request can use. */
export const credentials = [
  'session',
  'token',
  'narrow token',
  'fitting token',
  'bound token',
  'token of elsewhere',
  'token of another ecosystem',
  'exchanged token',
  'revoked token',
  'nothing',
] as const;
export type CredentialName = (typeof credentials)[number];

type Secret = string | undefined;

/** The secret of a credential: one kind lacks the scopes of the request, one is bound to something else. */
export async function secretOf(
  api: Management,
  { person, session }: Asker,
  credential: CredentialName,
  { packageUrl }: Place,
): Promise<Secret> {
  const create = async (limits: object, scopes: readonly Scope[] = ownScopes): Promise<string> => {
    const answer = await api.call('POST', '/v1/tokens', {
      token: session,
      body: { name: 'matrix', scopes, ...limits },
    });
    if (answer.status !== 201) throw new Error(`${credential}: ${JSON.stringify(answer.body)}`);
    return String(answer.body['token']);
  };
  switch (credential) {
    case 'session':
      return session;
    case 'token':
      return create({});
    case 'narrow token':
      return create({}, ['profile:write']);
    case 'fitting token': {
      const name = packageUrl.split('/').at(-1) ?? '';
      return create({ package: { ecosystem: 'cargo', name } });
    }
    case 'bound token':
      return create({ repository_slug: person.username.toLowerCase() });
    case 'token of elsewhere':
      return create({ name_pattern: 'elsewhere-*' });
    case 'token of another ecosystem':
      return create({ ecosystem: 'npm' });
    case 'exchanged token':
      return exchangedToken(api, person.id, packageUrl);
    case 'revoked token': {
      const answer = await api.call('POST', '/v1/tokens', {
        token: session,
        body: { name: 'matrix', scopes: ownScopes },
      });
      await api.call('DELETE', `/v1/tokens/${answer.body['id']}`, { token: session });
      return String(answer.body['token']);
    }
    case 'nothing':
      return undefined;
    default:
      return credential satisfies never;
  }
}

/** All scopes of a person who is not a platform administrator. */
const ownScopes = Scope.options.filter((scope) => scope !== 'audit:read' && scope !== 'admin:write');

/** `allowed`, or the status of the refusal. */
export function expectedOutcome(
  asker: Asker,
  credential: CredentialName,
  request: Request,
  visibility: VisibilityName | null,
): 'allowed' | 401 | 403 | 404 {
  const { action } = request;
  const { scopes, isChange, ...row } = expected[action];
  // readers of the subject get 403 instead of 404
  const isOpenLook = scopes.length === 0 && !isChange && action !== 'trust';
  if (credential === 'revoked token') return 401;
  // the token is invalid if the person who added the publisher may not publish
  if (credential === 'exchanged token') return holds(asker, 'publish') ? 403 : 401;
  // outside its ecosystem a bound credential counts as anonymous
  const isOfCargo = credential === 'fitting token' && visibility === null;
  if (credential === 'nothing' || credential === 'token of another ecosystem' || isOfCargo) {
    if (!isOpenLook || action === 'members' || action === 'findings') return 401;
    return action === 'read' && (visibility === 'public' || visibility === 'unlisted') ? 'allowed' : 404;
  }
  if ('isForPlatform' in row) return 403;
  if (credential === 'narrow token' && scopes.length > 0) return 403;
  if (visibility !== null && !sees(asker, visibility)) return 404;
  if (isHidden(asker, action)) return 404;
  if (isOpenLook && !holds(asker, action) && action !== 'read') return 404;
  if (isOpenLook) return 'allowed';
  if (!holds(asker, action)) return 403;
  const isElsewhere = credential === 'bound token' || credential === 'token of elsewhere';
  return isChange && isElsewhere ? 403 : 'allowed';
}

/** A repository that the caller may not see is hidden before any other check. */
function isHidden(asker: Asker, action: Request['action']): boolean {
  return (action === 'edit_repo' || action === 'transfer_repo') && !holds(asker, 'read_repo');
}

/** Sends all requests. Returns the unexpected outcomes. */
export async function differences(
  api: Management,
  world: World,
  asker: Asker,
  credential: CredentialName,
  places: readonly Place[],
): Promise<{ found: string[]; asked: number }> {
  const found: string[] = [];
  let asked = 0;
  const secrets = new Map<Place | 'any', Secret>();
  const ask = async (request: Request, place: Place, visibility: VisibilityName | null) => {
    const key = credential === 'fitting token' ? place : 'any';
    const secret = secrets.get(key) ?? (await secretOf(api, asker, credential, place));
    secrets.set(key, secret);
    const answer = await send(api, request, place, secret);
    const wanted = expectedOutcome(asker, credential, request, visibility);
    asked += 1;
    if (matches(answer, request, wanted)) return;
    const what = `${request.action} ${request.method} ${request.url(place)}`;
    found.push(
      `${asker.name}, ${credential}, ${what}: not ${wanted} but ${answer.status} ${String(answer.body['detail'])}`,
    );
  };
  for (const place of places) {
    // a token cannot be bound to a package that its user may not see
    if (credential === 'fitting token' && !sees(asker, place.visibility as VisibilityName)) continue;
    for (const request of packageRequests) await ask(request, place, place.visibility as VisibilityName);
  }
  const [any] = world.places;
  if (any) for (const request of otherRequests) await ask(request, any, null);
  return { found, asked };
}

function matches(answer: Answer, request: Request, wanted: 'allowed' | 401 | 403 | 404): boolean {
  const isAllowed = request.allowed(answer);
  return wanted === 'allowed' ? isAllowed : !isAllowed && answer.status === wanted;
}

import type { UserActor } from '../../domain/actor.ts';
import { as, type Caller, type KnownCaller } from '../../domain/caller.ts';
import { withConfirmedScopes } from '../../domain/confirmed-scopes.ts';
import { grantableScopes } from '../../domain/scopes.ts';
import type { Accounts, AccountToken, Profile } from '../../ecosystems/context/accounts.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { checkPerson, type Credentials } from './login.ts';
import { type CreatedToken, createOwnToken } from './create-token.ts';
import { countOwnTokens, type ListedToken, listOwnTokens, revokeOwnToken } from './own-tokens.ts';
import { noteLogin } from './note-login.ts';
import { changeKey, useKey } from './limited-keys.ts';
import { changeProfile, getAccount } from './profile.ts';
import { registerUser } from './register.ts';
import { checkCode } from './second-factor/check.ts';
import { readCode } from './second-factor/codes.ts';
import { issueLoginToken } from './issue-login-token.ts';
import { getPerson } from './resolve.ts';
import type { Configured, Platform } from '../platform.ts';

/** Accounts and credentials for protocols whose clients log in; the same for every ecosystem. */
export function createAccounts(
  platform: Pick<
    Platform,
    'loginLimit' | 'consumeLimit' | 'browserLogins' | 'announce' | 'pool' | 'passwords' | 'throttle'
  > &
    Configured<'auth' | 'http' | 'mail' | 'secrets'>,
): Accounts {
  const { pool, browserLogins, config } = platform;
  const started = ({ id, pageId }: { id: string; pageId: string }) => ({
    id,
    pageUrl: `${config.http.publicUrl}/login/cli/${pageId}`,
  });

  async function logIn(
    caller: Caller,
    credentials: Credentials & { code: string | undefined },
  ): Promise<KnownCaller> {
    const { origin } = caller;
    const { id, isAdmin } = await checkPerson(platform, credentials, origin);
    await pool.transaction((tx) => noteLogin(tx, id, origin));
    return as(caller, await actorOf(pool, id, isAdmin));
  }

  return {
    logIn: (caller, username, password, code) => logIn(caller, { usernameOrEmail: username, password, code }),

    logInAgain(caller, password, code) {
      const { username, userId } = caller.actor;
      return logIn(caller, { usernameOrEmail: username, password, confirms: userId, code });
    },

    async register(caller, account) {
      await platform.loginLimit?.(caller.origin);
      const { id } = await registerUser(platform, caller, account);
      return as(caller, await actorOf(pool, id, false));
    },

    profile: async (actor) => presentProfile(await getAccount({ pool }, actor)),

    async changeProfile(caller, changes) {
      const { actor } = caller;
      if (changes.password !== undefined) await platform.loginLimit?.(caller.origin);
      const changed = await changeProfile(platform, caller, changes);
      if (actor.kind === 'user') platform.announce({ kind: 'user', id: actor.userId });
      return presentProfile(changed);
    },

    async listTokens(actor, page) {
      const [total, tokens] = await Promise.all([
        countOwnTokens(pool, actor),
        listOwnTokens(pool, actor, page),
      ]);
      return { total, tokens: tokens.map(presentListed) };
    },

    createToken: async (caller, token) => presentCreated(await createOwnToken(platform, caller, token)),

    useKey: (caller, use) => useKey(platform, caller, use),

    changeKey: (caller, secret, change) => changeKey(platform, caller, secret, change),

    revokeToken: (caller, token) => revokeOwnToken(platform, caller, token),

    async startBrowserLogin({ origin }, hostname) {
      const client = { hostname, address: origin.ipAddress ?? '' };
      return started(await browserLogins.start({ ...client, confirms: null }));
    },

    async startConfirmation({ actor: { userId, username }, origin }) {
      const client = { hostname: `npm of ${username}`, address: origin.ipAddress ?? '' };
      return started(await browserLogins.start({ ...client, confirms: userId }));
    },

    async confirm(caller, code, scopes = []) {
      const { actor } = caller;
      if (actor.kind !== 'user') return caller;
      const confirmed = () =>
        as(caller, { ...withConfirmedScopes(actor, scopes), authenticatedAt: Date.now() });
      if (readCode(code) !== undefined) {
        await checkCode(platform, { userId: actor.userId, code }, caller.origin);
        return confirmed();
      }
      return (await browserLogins.isConfirmed(actor.userId, code)) ? confirmed() : caller;
    },

    async pollBrowserLogin(id, issuedIn) {
      const approval = await browserLogins.take(id);
      if (approval === null) return { status: 'waiting' };
      if (approval.isConfirmation) {
        const seconds = config.auth.recentLoginSeconds;
        return { status: 'approved', token: await browserLogins.issueCode(approval.userId, seconds) };
      }
      const { secret } = await issueLoginToken(platform, approval, issuedIn);
      return { status: 'approved', token: secret };
    },
  };
}

/** The actor of a user who has just authenticated. @throws DomainError `invalid_credentials` once deactivated */
async function actorOf(pool: Pool, userId: string, isAdmin: boolean): Promise<UserActor> {
  const person = await getPerson(pool, userId, grantableScopes(isAdmin));
  return { ...person, credential: 'session', authenticatedAt: Date.now() };
}

function presentProfile(profile: Profile): Profile {
  const { username, email, displayName, mfaEnabled, createdAt, updatedAt } = profile;
  return { username, email, displayName, mfaEnabled, createdAt, updatedAt };
}

function presentListed(token: ListedToken): AccountToken {
  const { id, name, prefix, hint, scopes, createdAt, expiresAt } = token;
  const isReadOnly = !scopes.includes('packages:write');
  return { id, name, prefix: `${prefix}${hint}`, isReadOnly, createdAt, expiresAt };
}

function presentCreated(created: CreatedToken): AccountToken & { token: string } {
  const { id, secret: token, display: prefix, name, scopes, createdAt, expiresAt } = created;
  const isReadOnly = !scopes.includes('packages:write');
  return { id, token, prefix, name, isReadOnly, createdAt, expiresAt };
}

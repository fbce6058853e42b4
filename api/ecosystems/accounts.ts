import { DomainError, forbidden } from '../../domain/errors.ts';
import { type UserActor } from '../../domain/actor.ts';
import { as, type Caller, type KnownCaller, performedBy } from '../../domain/caller.ts';
import { grantableScopes } from '../../domain/scopes.ts';
import { loginToken } from '../../domain/token.ts';
import { Email, Username } from '../../domain/username.ts';
import type { Accounts } from '../../ecosystems/context/accounts.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import type { Change } from '../../store/postgres/notify.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import type { BrowserLogins } from '../../services/identity/browser-login.ts';
import type { LoginLimit } from '../../services/identity/login-limit.ts';
import { checkPassword, type Credentials, type PasswordDeps } from '../../services/identity/login.ts';
import { createOwnToken, listOwnTokens, revokeOwnToken } from '../../services/identity/own-tokens.ts';
import { changeProfile, getProfile } from '../../services/identity/profile.ts';
import { registerUser } from '../../services/identity/register.ts';
import { getPerson } from '../../services/identity/resolve.ts';
import type { TakeAction } from '../../services/limits/actions.ts';

export interface AccountsDeps extends PasswordDeps {
  /** How old a log-in may be that changes an address. */
  recentLoginSeconds: number;
  baseUrl: string;
  isRegistrationOpen: boolean;
  loginLimit: LoginLimit;
  take: TakeAction;
  browserLogins: BrowserLogins;
  announce(change: Change): void;
}

/** People and their credentials for the protocols whose clients log in; the same for every ecosystem. */
export function createAccounts(deps: AccountsDeps): Accounts {
  const { pool, browserLogins } = deps;
  const started = ({ id, pageId }: { id: string; pageId: string }) => ({
    id,
    pageUrl: `${deps.baseUrl}/login/cli/${pageId}`,
  });

  async function logIn(caller: Caller, credentials: Credentials): Promise<KnownCaller> {
    const { origin } = caller;
    await deps.loginLimit?.(origin);
    const { id, isAdmin } = await checkPassword(deps, credentials, origin);
    await writeAudit(pool, {
      action: 'user_login',
      performer: { userId: id, tokenId: null, ...origin },
      targetUserId: id,
    });
    return as(caller, await actorOf(pool, id, isAdmin));
  }

  return {
    logIn: (caller, username, password) => logIn(caller, { usernameOrEmail: username, password }),

    logInAgain(caller, password) {
      const { username, userId } = caller.actor;
      return logIn(caller, { usernameOrEmail: username, password, confirms: userId });
    },

    async register(caller, account) {
      await deps.loginLimit?.(caller.origin);
      if (!deps.isRegistrationOpen) throw forbidden('registration is closed on this instance');
      assertFit(account);
      const { id } = await registerUser(deps, account, caller.origin);
      return as(caller, await actorOf(pool, id, false));
    },

    profile: (actor) => getProfile(pool, actor),

    async changeProfile(caller, changes) {
      const { actor } = caller;
      if (changes.password !== undefined) await deps.loginLimit?.(caller.origin);
      const changed = await changeProfile(deps, actor, changes, performedBy(caller));
      if (actor.kind === 'user') deps.announce({ kind: 'user', id: actor.userId });
      return changed;
    },

    listTokens: (actor, page) => listOwnTokens(pool, actor, page),

    createToken: (caller, token) => createOwnToken(deps, caller.actor, token, performedBy(caller)),

    async revokeToken(caller, token) {
      const { userId } = await revokeOwnToken(pool, caller.actor, token, performedBy(caller));
      deps.announce({ kind: 'user', id: userId });
    },

    async startBrowserLogin({ origin }, hostname) {
      const client = { hostname, address: origin.ipAddress ?? '' };
      return started(await browserLogins.start({ ...client, confirms: null }));
    },

    async startConfirmation({ actor: { userId, username }, origin }) {
      const client = { hostname: `npm of ${username}`, address: origin.ipAddress ?? '' };
      return started(await browserLogins.start({ ...client, confirms: userId }));
    },

    async confirm(caller, code) {
      const { actor } = caller;
      const isPresent = actor.kind === 'user' && (await browserLogins.isConfirmed(actor.userId, code));
      return isPresent ? as(caller, { ...actor, authenticatedAt: Date.now() }) : caller;
    },

    async pollBrowserLogin(id) {
      const approval = await browserLogins.take(id);
      if (approval === null) return { status: 'waiting' };
      const { userId, origin, hostname } = approval;
      if (approval.isConfirmation) {
        return { status: 'approved', token: await browserLogins.issueCode(userId, deps.recentLoginSeconds) };
      }
      const actor = await actorOf(pool, userId, false);
      const { scopes, expiresInDays } = loginToken;
      const { token } = await createOwnToken(
        deps,
        actor,
        { name: `log-in on ${hostname}`, scopes, expiresInDays },
        { userId, tokenId: null, ...origin },
      );
      return { status: 'approved', token };
    },
  };
}

/** Somebody who has just proved who they are. @throws DomainError `invalid_credentials` once deactivated */
async function actorOf(pool: Pool, userId: string, isAdmin: boolean): Promise<UserActor> {
  const person = await getPerson(pool, userId, grantableScopes(isAdmin));
  return { ...person, credential: 'session', authenticatedAt: Date.now() };
}

function assertFit({ username, email }: { username: string; email: string }): void {
  const fields = [
    ['username', Username.safeParse(username)],
    ['email', Email.safeParse(email)],
  ] as const;
  for (const [path, parsed] of fields) {
    if (parsed.success) continue;
    const message = parsed.error.issues[0]?.message ?? 'is not valid';
    const errors = [{ path, code: 'invalid', message }];
    throw new DomainError('validation_failed', `the ${path} ${message}`, { errors });
  }
}

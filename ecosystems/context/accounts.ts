import type { Actor } from '../../domain/actor.ts';
import type { Caller, KnownCaller } from '../../domain/caller.ts';
import type { ConfirmedScope } from '../../domain/confirmed-scopes.ts';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import type { Scope } from '../../domain/scopes.ts';

export interface AccountToken {
  id: string;
  name: string;
  /** The first characters of the secret, by which the user recognises the token. */
  prefix: string;
  isReadOnly: boolean;
  createdAt: Date;
  expiresAt: Date | null;
}

export interface Profile {
  username: string;
  email: string;
  displayName: string | null;
  /** Whether a log-in with the password also needs a code. */
  mfaEnabled: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** Absent members stay unchanged; null clears the name. */
export interface ProfileChanges {
  email?: string;
  displayName?: string | null;
  password?: { old: string; new: string };
}

/** The state of a command-line login through the browser. */
export type BrowserLogin = { status: 'waiting' } | { status: 'approved'; token: string };

/** People and their credentials, for protocols whose clients log in and manage tokens. */
export interface Accounts {
  /**
   * Checks a password under the login limits and audits the attempt. `code`: of the authenticator, or a recovery code.
   * @throws `invalid_credentials`, `rate_limited`, `mfa_required` for an account with a second factor without `code`
   */
  logIn(caller: Caller, username: string, password: string, code?: string): Promise<KnownCaller>;
  /** As {@link logIn} for a logged-in user: failed attempts of other callers do not delay it. */
  logInAgain(caller: KnownCaller, password: string, code?: string): Promise<KnownCaller>;
  /** As `POST /v1/auth/register`. @throws `duplicate`, `name_reserved`, `validation_failed`, `rate_limited`, `forbidden` when registration is closed */
  register(
    caller: Caller,
    account: { username: string; password: string; email: string },
  ): Promise<KnownCaller>;
  profile(actor: Actor): Promise<Profile>;
  /**
   * A new address needs a recent log-in, or the password; a new password ends every session and token. @throws
   * `login_required`, `unauthenticated`, `insufficient_scope`, `validation_failed`, `duplicate`, `invalid_credentials`
   */
  changeProfile(caller: Caller, changes: ProfileChanges): Promise<Profile>;
  listTokens(
    actor: Actor,
    page: { offset: number; limit: number },
  ): Promise<{ total: number; tokens: readonly AccountToken[] }>;
  /** Returns the secret; no other call returns it. @throws `unauthenticated`, `insufficient_scope` */
  createToken(
    caller: Caller,
    token: {
      name: string;
      scopes: readonly Scope[];
      expiresInDays: number | null;
      /** The only ecosystem where the token can write, and that accepts it. */
      ecosystem?: EcosystemId;
      /** The only ecosystem that accepts the token; does not limit its writes. */
      issuedIn?: EcosystemId;
      /** Rights in the protocol's words; the token then has only the rights that {@link useKey} checks. */
      protocolRights?: readonly string[];
      /** Whether each use needs a code, if the account has a second factor. */
      needsCode?: boolean;
    },
  ): Promise<AccountToken & { token: string }>;
  /**
   * The caller with the scopes of their key, if the key has the right; a credential without protocol rights is not
   * limited. @throws `unauthenticated`, `insufficient_scope`, `mfa_required`, `invalid_credentials`, `rate_limited`
   */
  useKey(caller: Caller, use: { right: string; code: string | undefined }): Promise<KnownCaller>;
  /** Changes the protocol rights of a key. @throws `unauthenticated`, `insufficient_scope`, `not_found` */
  changeKey(
    caller: Caller,
    secret: string,
    change: {
      ecosystem: EcosystemId;
      grant: readonly string[];
      withdraw: readonly string[];
      scopesOf(rights: readonly string[]): readonly Scope[];
    },
  ): Promise<void>;
  /**
   * Revokes a token by its secret or id. By id without `tokens:write`: only a token whose rights do not exceed the
   * rights of the caller's credential. @throws `unauthenticated`, `insufficient_scope`, `not_found`
   */
  revokeToken(caller: Caller, token: { id: string } | { secret: string }): Promise<void>;
  /** Starts a log-in for a client: the page where the person logs in, and the id that the client polls. */
  startBrowserLogin(caller: Caller, hostname: string): Promise<{ id: string; pageUrl: string }>;
  /**
   * As {@link startBrowserLogin} for a client with a token: it gets a code that proves a recent log-in of its user.
   */
  startConfirmation(caller: KnownCaller): Promise<{ id: string; pageUrl: string }>;
  /**
   * The caller with a recent log-in, proved by a code: one of {@link startConfirmation}, or of their authenticator app. A token
   * that takes confirmed scopes gets `scopes`. @throws `invalid_credentials`
   */
  confirm(caller: Caller, code: string, scopes?: readonly ConfirmedScope[]): Promise<Caller>;
  /** An approved one is read once. @throws `not_found` when it is unknown, read or too old */
  pollBrowserLogin(id: string, issuedIn: EcosystemId): Promise<BrowserLogin>;
}

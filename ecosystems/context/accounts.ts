import type { Actor } from '../../domain/actor.ts';
import type { Caller, KnownCaller } from '../../domain/caller.ts';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import type { Scope } from '../../domain/scopes.ts';

export interface AccountToken {
  id: string;
  name: string;
  /** The first characters, for recognising it. */
  prefix: string;
  isReadOnly: boolean;
  createdAt: Date;
  expiresAt: Date | null;
}

export interface Profile {
  username: string;
  email: string;
  displayName: string | null;
  /** Whether log-ins with the password need a code as well. */
  mfaEnabled: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** Absent members stay; a null name is cleared. */
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
   * Checks a password under the login limits and audits it. `code` is of the authenticator, or a recovery code.
   * @throws `invalid_credentials`, `rate_limited`, `mfa_required` where the account has a second factor and no code came
   */
  logIn(caller: Caller, username: string, password: string, code?: string): Promise<KnownCaller>;
  /** The same for a user who is logged in: failed guesses of strangers do not slow it down. */
  logInAgain(caller: KnownCaller, password: string, code?: string): Promise<KnownCaller>;
  /** As `POST /v1/auth/register`. @throws `duplicate`, `name_reserved`, `validation_failed`, `rate_limited`, `forbidden` when registration is closed */
  register(
    caller: Caller,
    account: { username: string; password: string; email: string },
  ): Promise<KnownCaller>;
  profile(actor: Actor): Promise<Profile>;
  /** Another address needs a recent log-in, or the password; a new password ends every session and token. @throws `login_required`, `unauthenticated`, `insufficient_scope`, `validation_failed`, `duplicate`, `invalid_credentials` */
  changeProfile(caller: Caller, changes: ProfileChanges): Promise<Profile>;
  listTokens(
    actor: Actor,
    page: { offset: number; limit: number },
  ): Promise<{ total: number; tokens: readonly AccountToken[] }>;
  /** Returns the secret, which is shown only here. @throws `unauthenticated`, `insufficient_scope` */
  createToken(
    caller: Caller,
    token: {
      name: string;
      scopes: readonly Scope[];
      expiresInDays: number | null;
      /** Where it writes, and is accepted. */
      ecosystem?: EcosystemId;
      /** The only ecosystem that accepts it, without a limit on its writes. */
      issuedIn?: EcosystemId;
      /** In the protocol's words; then it has only the rights that {@link useKey} checks. */
      protocolRights?: readonly string[];
      /** Whether each use needs a code, if the account has a second factor. */
      needsCode?: boolean;
    },
  ): Promise<AccountToken & { token: string }>;
  /**
   * The caller with the scopes of their key, where it has this right; credentials without rights of a protocol are not
   * limited by it. @throws `unauthenticated`, `insufficient_scope`, `mfa_required`, `invalid_credentials`, `rate_limited`
   */
  useKey(caller: Caller, use: { right: string; code: string | undefined }): Promise<KnownCaller>;
  /** Other rights for a key with rights of a protocol. @throws `unauthenticated`, `insufficient_scope`, `not_found` */
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
   * Revokes a token by its secret, or by id: without `tokens:write` then only one whose rights do not exceed those of
   * the caller's credential. @throws `unauthenticated`, `insufficient_scope`, `not_found`
   */
  revokeToken(caller: Caller, token: { id: string } | { secret: string }): Promise<void>;
  /** A page where a person logs in for a client, and the address that the client polls meanwhile. */
  startBrowserLogin(caller: Caller, hostname: string): Promise<{ id: string; pageUrl: string }>;
  /** The same for a client that has a token: it gets a code that proves a recent log-in of its person. */
  startConfirmation(caller: KnownCaller): Promise<{ id: string; pageUrl: string }>;
  /** The caller with a recent log-in, proved by a code: one of {@link startConfirmation}, or of their authenticator app. @throws `invalid_credentials` */
  confirm(caller: Caller, code: string): Promise<Caller>;
  /** An approved one is read once. @throws `not_found` when it is unknown, read or too old */
  pollBrowserLogin(id: string, issuedIn: EcosystemId): Promise<BrowserLogin>;
}

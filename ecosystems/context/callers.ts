import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/actor.ts';
import type { Caller, KnownCaller } from '../../domain/caller.ts';

/** `publish` where a protocol's clients may know no tokens derived from an identity. */
export type ExchangeKind = 'oidc_derived' | 'publish';

export interface ExchangeCommand {
  /** Identity token of a build system. */
  jwt: string;
  kind: ExchangeKind;
  /** The one package that is meant, in any spelling; else all that the identity matches. */
  name?: string;
  /** The owner of the packages, or the person who named the publishers. */
  username?: string;
  /** Audiences of the identity token beside our URL and its host, where clients write others. */
  audiences?: readonly string[];
}

export interface ExchangedToken {
  token: string;
  expiresAt: Date;
  /** The build, by its usual name: `GitHub Actions acme/probe`. */
  builtBy: string;
  /** Names of the packages that it may publish, oldest publisher first; of very many not all. */
  packages: string[];
}

/** Callers, and the tokens that builds get for their identity. */
export interface Callers {
  /**
   * Resolves a credential the ecosystem found in its own headers; undefined is anonymous. Exchanged tokens are
   * refused unless the route publishes. @throws `unauthenticated`, `invalid_credentials`, `token_expired`, `token_revoked`, `forbidden`
   */
  authenticate(
    request: FastifyRequest,
    credential: string | undefined,
    options?: { acceptsExchanged?: boolean },
  ): Promise<Caller>;
  /**
   * A build under the name of a package, as the person who opened that package to it; others stay who they are.
   * @throws `invalid_name`, `forbidden`
   */
  underName<Who extends Caller>(caller: Who, name: string): Promise<Who>;
  /** The caller on the mount of a repository that the path names in another way than its prefix. */
  onMount(caller: Caller, repository: string): Promise<Caller>;
  /** For requests without a credential of the registry: a password, the identity of a build. */
  anonymous(request: FastifyRequest): Caller;
  /** Trades the identity of a build for a short-lived token that publishes. @throws `invalid_credentials`, `token_expired`, `forbidden`, `not_ready` */
  exchange(caller: Caller, command: ExchangeCommand): Promise<ExchangedToken>;
  /** Revokes the exchanged token of the request. @throws `forbidden` for other credentials */
  revokeOwn(caller: KnownCaller): Promise<void>;
}

/** Short-lived tokens of the protocol's own: the actor, and the rights in terms of the ecosystem. */
export interface ProtocolTokens {
  /** Revoked with the credential of `actor`. */
  issue(actor: Actor, claims: Record<string, unknown>, seconds: number): Promise<string>;
  /** Undefined for anything that was not issued for this ecosystem. @throws `token_expired`, `token_revoked` */
  open(
    request: FastifyRequest,
    token: string,
  ): Promise<{ caller: Caller; claims: Record<string, unknown> } | undefined>;
}

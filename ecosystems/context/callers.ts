import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/actor.ts';
import type { Caller, KnownCaller } from '../../domain/caller.ts';

/** `publish` for protocols whose clients may not know tokens that are derived from an identity. */
export type ExchangeKind = 'oidc_derived' | 'publish';

export interface ExchangeCommand {
  /** Identity token of a build system. */
  jwt: string;
  kind: ExchangeKind;
  /** The only package of the token, in any spelling. Absent: all packages that the identity matches. */
  name?: string;
  /** The owner of the packages, or the person who named the publishers. */
  username?: string;
  /** Accepted audiences of the identity token beside the registry's URL and host. */
  audiences?: readonly string[];
}

export interface ExchangedToken {
  token: string;
  expiresAt: Date;
  /** The usual name of the build: `GitHub Actions acme/probe`. */
  builtBy: string;
  /** Names of the packages that the token may publish, oldest publisher first; a long list is cut. */
  packages: string[];
}

/** Callers, and the tokens that builds get for their identity tokens. */
export interface Callers {
  /**
   * Resolves a credential from the protocol's headers; undefined: anonymous. Exchanged tokens are refused without
   * `acceptsExchanged`, which publishing routes set.
   * @throws `unauthenticated`, `invalid_credentials`, `token_expired`, `token_revoked`, `forbidden`
   */
  authenticate(
    request: FastifyRequest,
    credential: string | undefined,
    options?: { acceptsExchanged?: boolean },
  ): Promise<Caller>;
  /**
   * A build becomes the person who allowed it to publish the package `name`; other callers are returned unchanged.
   * @throws `invalid_name`, `forbidden`
   */
  underName<Who extends Caller>(caller: Who, name: string): Promise<Who>;
  /** The caller on the mount of a repository, for paths that name the repository elsewhere than in their prefix. */
  onMount(caller: Caller, repository: string): Promise<Caller>;
  /** For requests without a credential of the registry, e.g. with a password or a build's identity token. */
  anonymous(request: FastifyRequest): Caller;
  /**
   * Trades the identity token of a build for a short-lived token that publishes.
   * @throws `invalid_credentials`, `token_expired`, `forbidden`, `not_ready`
   */
  exchange(caller: Caller, command: ExchangeCommand): Promise<ExchangedToken>;
  /** Revokes the exchanged token of the request. @throws `forbidden` for other credentials */
  revokeOwn(caller: KnownCaller): Promise<void>;
}

/** The protocol's own short-lived tokens: the actor, and the rights in the protocol's terms. */
export interface ProtocolTokens {
  /** Issues a token; a revocation of the credential of `actor` also revokes the token. */
  issue(actor: Actor, claims: Record<string, unknown>, seconds: number): Promise<string>;
  /** Undefined for a token that was not issued for this ecosystem. @throws `token_expired`, `token_revoked` */
  open(
    request: FastifyRequest,
    token: string,
  ): Promise<{ caller: Caller; claims: Record<string, unknown> } | undefined>;
}

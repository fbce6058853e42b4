import type { Caller } from '../../domain/caller.ts';
import type { AttestedBuild, PublisherRules, Vouching } from '../../domain/trusted-publisher.ts';

export interface PublisherRequest extends PublisherRules {
  /** Whether publishes of the publisher's builds wait for an approval. */
  needsApproval: boolean;
  /** The id of the source repository's owner at its host; null: the first publishing build sets the id. */
  repositoryOwnerId: string | null;
}

export interface TrustedPublisher extends PublisherRequest {
  id: string;
}

/** Builds that may publish a package without a stored secret, for protocols whose clients manage them. */
export interface TrustedPublishers {
  /** Oldest first. @throws `unauthenticated`, `not_found`, `forbidden` */
  list(caller: Caller, name: string): Promise<readonly TrustedPublisher[]>;
  /**
   * Adds all publishers or none. @throws `unauthenticated`, `login_required`, `insufficient_scope`, `not_found`,
   * `forbidden`, `validation_failed`, `duplicate`
   */
  add(
    caller: Caller,
    name: string,
    publishers: readonly PublisherRequest[],
  ): Promise<readonly TrustedPublisher[]>;
  /**
   * Removes a publisher and the rights of its builds.
   * @throws `unauthenticated`, `login_required`, `insufficient_scope`, `not_found`, `forbidden`
   */
  remove(caller: Caller, name: string, id: string): Promise<void>;
  /**
   * The value of a genuine attestation by this build. For a caller with a build's token: whether the attestation is by
   * the same build. For other callers: whether its certificate alone identifies a publisher of the package; `unknown`
   * for a package without publishers.
   */
  vouchingOf(caller: Caller, name: string, build: AttestedBuild): Promise<Vouching>;
}

/** Proofs of the origin of a release. */
export interface Trust {
  readonly publishers: TrustedPublishers;
  /** Whether the package accepts attestations with stored tokens; false for a missing package. */
  takesTokenAttestations(name: string): Promise<boolean>;
  /** The root for attestations of builds, as JSON of Sigstore's trusted root; null: the public root. */
  readonly sigstoreRoot: string | null;
  /** Public keys of the pairs that sign releases, the current one first. */
  listSigningKeys(): Promise<readonly { keyId: string; publicKey: string; expiresAt: Date | null }[]>;
}

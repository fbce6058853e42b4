import type { Caller } from '../../domain/caller.ts';
import type { AttestedBuild, PublisherRules, Vouching } from '../../domain/trusted-publisher.ts';

export interface PublisherRequest extends PublisherRules {
  /** Its publishes wait for an approval. */
  needsApproval: boolean;
  /** The id of the source repository's owner at its host; null: the first build that publishes sets it. */
  repositoryOwnerId: string | null;
}

export interface TrustedPublisher extends PublisherRequest {
  id: string;
}

/** Builds that may publish a package without a stored secret, for protocols whose clients manage them. */
export interface TrustedPublishers {
  /** Oldest first. @throws `unauthenticated`, `not_found`, `forbidden` */
  list(caller: Caller, name: string): Promise<readonly TrustedPublisher[]>;
  /** All or none. @throws `unauthenticated`, `login_required`, `insufficient_scope`, `not_found`, `forbidden`, `validation_failed`, `duplicate` */
  add(
    caller: Caller,
    name: string,
    publishers: readonly PublisherRequest[],
  ): Promise<readonly TrustedPublisher[]>;
  /** Removes a publisher, and the rights of its builds. @throws `unauthenticated`, `login_required`, `insufficient_scope`, `not_found`, `forbidden` */
  remove(caller: Caller, name: string, id: string): Promise<void>;
  /**
   * The worth of a genuine attestation of this build: with the token of a build, whether it is of that one; else whether its
   * certificate alone shows a publisher of the package, and nothing where there is none.
   */
  vouchingOf(caller: Caller, name: string, build: AttestedBuild): Promise<Vouching>;
}

/** Proofs of the origin of a release. */
export interface Trust {
  readonly publishers: TrustedPublishers;
  /** Whether attestations with stored tokens are accepted; false for a missing package. */
  takesTokenAttestations(name: string): Promise<boolean>;
  /** The root for attestations of builds, JSON of Sigstore's trusted root; null is the public one. */
  readonly sigstoreRoot: string | null;
  /** Public halves of the keys that sign releases, the current one first. */
  listSigningKeys(): Promise<readonly { keyId: string; publicKey: string; expiresAt: Date | null }[]>;
}

import type { BodyReader } from './context/bodies.ts';

/** A part as the protocol names it: `<algorithm>:<hex>`. */
export interface BlobReference {
  digest: string;
  sizeBytes: number;
}

/** The references of a file to other files; a push of the protocol declares the same. */
export interface Referring {
  /** As `Declared.metadata`. */
  metadata: Record<string, unknown>;
  blobs: readonly BlobReference[];
  /** Digests of the blobs that need not be in the registry. */
  exempt: readonly string[];
  /** Versions of the same package that must exist. */
  versions: readonly string[];
  subject: string | null;
}

/** For protocols whose releases refer to parts. */
export interface PartsFormat {
  /** The digest of the part with this filename; null for a file of the release itself. */
  digestOf(filename: string): string | null;
  /** Reads the references of a file of the release. @throws DomainError `invalid_archive`, `manifest_mismatch` */
  readonly reader: BodyReader<{ version: string }, Referring>;
}

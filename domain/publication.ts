import { z } from 'zod';
import type { FileStanding } from './file-standing.ts';
import type { ScanFinding } from './findings.ts';
import type { AttestedBuild } from './trusted-publisher.ts';

/** A dependency edge for pages and counts; `metadata` has the protocol's own form. */
export const Dependency = z.object({
  name: z.string(),
  requirement: z.string(),
  kind: z.enum(['runtime', 'dev', 'build', 'optional', 'peer']),
});
export type Dependency = z.infer<typeof Dependency>;

/** The facts that an ecosystem reads from an untrusted archive, complete for index, search and pages. */
export const Publication = z.object({
  /** The name in the manifest. */
  name: z.string(),
  version: z.string(),
  description: z.string().nullable(),
  readme: z.string().nullable(),
  license: z.string().nullable(),
  homepage: z.string().nullable(),
  repositoryUrl: z.string().nullable(),
  keywords: z.array(z.string()),
  isPrerelease: z.boolean(),
  dependencies: z.array(Dependency),
  /** The ecosystem's own jsonb, checked by its own schema. */
  metadata: z.record(z.string(), z.unknown()),
});
export type Publication = z.infer<typeof Publication>;

/** A file extracted from the archive at publish, so that no read opens the archive (nuspec, icon, readme). */
export interface Extract {
  kind: 'metadata';
  /** Name of the file that contained it; absent if a release is one file. */
  from?: string;
  filename: string;
  contentType: string;
  body: Buffer;
}

/** A separately uploaded part of the release that is also opened, only for findings. */
export interface Part {
  /** The digest, as in `Declared.blobs`. */
  digest: string;
  /** The kind, from its media type; the compression follows from its bytes. */
  format: 'layer' | 'file';
}

/** Why a part was not inspected, or only partly. */
export const Uninspected = z.object({
  /** The end of a sentence about the part. */
  why: z.string(),
  /** The number of files and folders that were inspected before. */
  entries: z.number(),
  /** Whether the cause is a bound on time, size or memory, not the bytes themselves. */
  isLimit: z.boolean(),
});
export type Uninspected = z.infer<typeof Uninspected>;

/**
 * The effect of an uninspected part on its release: a finding is recorded, or the release also waits for a decision.
 */
export const UninspectedPolicy = z.enum(['record', 'hold']);
export type UninspectedPolicy = z.infer<typeof UninspectedPolicy>;

/** A signed bundle. Its value as proof depends on whether its signer may publish the package. */
export interface AttestedFile {
  filename: string;
  /** Null: signed by a person. */
  build: AttestedBuild | null;
}

export interface Inspection {
  publication: Publication;
  extracts: Extract[];
  /** The metadata for lists of many releases: at most some hundred bytes. If absent, lists load all metadata. */
  listed?: Record<string, unknown>;
  /** The facts for policies, by file name. */
  standings: Readonly<Record<string, FileStanding>>;
  /** The ecosystem's own jsonb about a file, by file name. */
  files?: Readonly<Record<string, Record<string, unknown>>>;
  /** Findings in the first file that only the ecosystem can detect. */
  findings?: readonly ScanFinding[];
  parts?: Part[];
  /** Files that clients may unpack as zip: a file with entries outside of its folder is refused. */
  unpacked?: readonly string[];
  /** The signers of files of the release, according to their certificates. */
  builds?: AttestedFile[];
}

import { z } from 'zod';
import type { FileStanding } from './file-standing.ts';
import type { ScanFinding } from './findings.ts';
import type { AttestedBuild } from './trusted-publisher.ts';

/** A dependency edge for pages and counts; the protocol's own form lives in `metadata`. */
export const Dependency = z.object({
  name: z.string(),
  requirement: z.string(),
  kind: z.enum(['runtime', 'dev', 'build', 'optional', 'peer']),
});
export type Dependency = z.infer<typeof Dependency>;

/** The facts that an ecosystem reads from an untrusted archive: all that index, search and pages need. */
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

/** A file taken out of the archive at publish so that no read has to open it (nuspec, icon, readme). */
export interface Extract {
  kind: 'metadata';
  /** Name of the file it was taken out of; absent where a release is one file. */
  from?: string;
  filename: string;
  contentType: string;
  body: Buffer;
}

/** A part of the release that was uploaded on its own and is opened as well, for findings only. */
export interface Part {
  /** The digest, as in `Declared.blobs`. */
  digest: string;
  /** Its kind by its media type; its compression follows from its bytes. */
  format: 'layer' | 'file';
}

/** Why a part was not looked through, or not to its end. */
export const Uninspected = z.object({
  /** Ends a sentence about the part. */
  why: z.string(),
  /** Files and folders that were seen before. */
  entries: z.number(),
  /** Whether a bound on time, size or memory was in the way, rather than the bytes themselves. */
  isLimit: z.boolean(),
});
export type Uninspected = z.infer<typeof Uninspected>;

/** The effect of such a part on its release: a finding is recorded, or the release also waits for a decision. */
export const UninspectedPolicy = z.enum(['record', 'hold']);
export type UninspectedPolicy = z.infer<typeof UninspectedPolicy>;

/** A signed bundle. Whether its signer may publish the package decides how much it proves. */
export interface AttestedFile {
  filename: string;
  /** Null: signed by a person. */
  build: AttestedBuild | null;
}

export interface Inspection {
  publication: Publication;
  extracts: Extract[];
  /** The metadata that lists of many releases show: at most some hundred bytes. Without it they load all metadata. */
  listed?: Record<string, unknown>;
  /** By name of a file, the facts that policies ask for. */
  standings: Readonly<Record<string, FileStanding>>;
  /** By name of a file, the ecosystem's own jsonb about it. */
  files?: Readonly<Record<string, Record<string, unknown>>>;
  /** Findings in the first file that only the ecosystem can notice. */
  findings?: readonly ScanFinding[];
  parts?: Part[];
  /** Files that are zips to clients, which may unpack them: one that writes outside of its folder is refused. */
  unpacked?: readonly string[];
  /** The signers of files of the release, by their certificates. */
  builds?: AttestedFile[];
}

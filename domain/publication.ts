import { z } from 'zod';
import type { ScanFinding } from './findings.ts';

/** A dependency edge for pages and counts; the protocol's own form lives in `metadata`. */
export const Dependency = z.object({
  name: z.string(),
  requirement: z.string(),
  kind: z.enum(['runtime', 'dev', 'build', 'optional', 'peer']),
});
export type Dependency = z.infer<typeof Dependency>;

/** What an ecosystem reads from an untrusted archive: all that index, search and pages need. */
export const Publication = z.object({
  /** As written in the manifest. */
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
  filename: string;
  contentType: string;
  body: Buffer;
}

/** A part of the release that was uploaded on its own and is opened as well, for findings only. */
export interface Part {
  /** As in `Declared.blobs`. */
  digest: string;
  format: 'tar' | 'tgz' | 'tar.zst' | 'file';
}

export interface Inspection {
  publication: Publication;
  extracts: Extract[];
  /** What lists of many releases show of this one: at most some hundred bytes. Without it they need its metadata. */
  listed?: Record<string, unknown>;
  /** What only the ecosystem can notice about the archive. */
  findings?: readonly ScanFinding[];
  parts?: Part[];
}

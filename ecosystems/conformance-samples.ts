import { Readable } from 'node:stream';
import { createDigestBuilder } from '../domain/digest.ts';
import type { OpenedFile } from '../domain/release-file.ts';
import { archiveOf } from './archive-of-files.ts';
import type { Declared, Format } from './format.ts';
import type { WholePackage } from './render-documents.ts';

export interface ArchiveSample {
  files: Record<string, string | Buffer>;
  declared: Declared;
}

/** One ecosystem's own examples for the rules that hold in all of them. */
export interface EcosystemSamples {
  names: { raw: string; key: string }[];
  badNames: string[];
  /** Pairs that must meet in one key. */
  equalVersions: [string, string][];
  badVersions: string[];
  /** Strictly ascending. */
  ascendingVersions: string[];
  stableVersions: string[];
  unstableVersions: string[];
  /** At least three readable releases with different versions, none of them yanked. */
  render: WholePackage;
  archive: ArchiveSample;
  /** Archives that must be refused, by their fault. */
  refused: Record<string, ArchiveSample>;
  /** Requests that contradict their archive, by the words that name the contradiction in the refusal. */
  contradicted: Record<string, ArchiveSample>;
  /** Dependencies and the like, as an attacker would declare them to have others in the index than in the archive. */
  smuggled: Record<string, unknown>;
  /** No bytes are invalid: noise is as good as any file. */
  takesAnyBytes?: true;
}

/** The one file of the sample's release. */
export function openSample(ecosystem: Format, { files, declared }: ArchiveSample): OpenedFile[] {
  const archive = archiveOf(new Map(Object.entries(files).map(([path, body]) => [path, Buffer.from(body)])));
  const sizeBytes = archive.entries.reduce((sum, entry) => sum + entry.size, 0);
  const stored = { ...createDigestBuilder().digest(), sizeBytes, pieces: () => Readable.from([]) };
  return [{ ...archive, ...ecosystem.file(declared), ...stored }];
}

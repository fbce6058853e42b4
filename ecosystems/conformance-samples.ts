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
  /** Pairs of versions with the same key. */
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
  /** Requests that contradict their archive. Key: the words of the refusal that name the contradiction. */
  contradicted: Record<string, ArchiveSample>;
  /** Metadata (e.g. dependencies) that an attacker declares so that the index differs from the archive. */
  smuggled: Record<string, unknown>;
  /** Every file is valid, random bytes included. */
  takesAnyBytes?: true;
}

/** Opens the sample as the only file of its release. */
export function openSample(ecosystem: Format, { files, declared }: ArchiveSample): OpenedFile[] {
  const archive = archiveOf(new Map(Object.entries(files).map(([path, body]) => [path, Buffer.from(body)])));
  const sizeBytes = archive.entries.reduce((sum, entry) => sum + entry.size, 0);
  const stored = { ...createDigestBuilder().digest(), sizeBytes, pieces: () => Readable.from([]) };
  return [{ ...archive, ...ecosystem.file(declared), ...stored }];
}

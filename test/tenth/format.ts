import { z } from 'zod';
import type { OpenedArchive } from '../../domain/archive.ts';
import { DomainError, errorFacts } from '../../domain/errors.ts';
import { plainStanding } from '../../domain/file-standing.ts';
import type { Limits } from '../../domain/limits.ts';
import type { ReleaseSummary } from '../../domain/release.ts';
import { compareSemver, parseSemver, type Semver } from '../../domain/semver.ts';
import { defineFormat, type FormatDefinition } from '../../ecosystems/define-format.ts';
import type { Declared } from '../../ecosystems/format.ts';
import { type FileInspection, ofOneFile } from '../../ecosystems/one-file.ts';

export const limits = { kit: { bytes: 1024 * 1024, why: 'the largest kit' } } as const satisfies Limits;

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  summary: z.string().max(500),
  words: z.array(z.string().max(100)).max(20),
});

export function canonicalName(raw: string): string {
  if (/^[a-z][a-z0-9-]{0,60}$/.test(raw)) return raw;
  throw new DomainError('invalid_name', 'a kit is named with letters, digits and hyphens');
}

export function canonicalVersion(raw: string): string {
  if (raw.length <= 60 && !raw.includes('+') && parseSemver(raw)) return raw;
  throw new DomainError('invalid_version', 'a version is one of SemVer without build metadata');
}

export const filenameOf = (name: string, version: string): string => `${name}-${version}.kit`;
export const indexPath = (nameKey: string): string => `${nameKey}.json`;

async function inspect(archive: OpenedArchive, { name, version }: Declared): Promise<FileInspection> {
  const manifest = readManifest(await archive.read('kit.json', 10_000));
  if (manifest.name !== name || manifest.version !== version) {
    throw new DomainError('manifest_mismatch', 'name or version in kit.json are not those of the request');
  }
  return {
    publication: {
      name: canonicalName(name),
      version: canonicalVersion(version),
      description: manifest.summary,
      readme: null,
      license: null,
      homepage: null,
      repositoryUrl: null,
      keywords: manifest.words,
      isPrerelease: !isStable(version),
      dependencies: [],
      metadata: { summary: manifest.summary },
    },
    standing: plainStanding,
    extracts: [],
  };
}

function readManifest(bytes: Buffer): z.infer<typeof Manifest> {
  try {
    return Manifest.parse(JSON.parse(bytes.toString()));
  } catch {
    throw new DomainError('invalid_archive', 'kit.json is no manifest of a kit');
  }
}

// the format has validated the keys
const parsed = (version: string): Semver => parseSemver(version) ?? { core: [], prerelease: [] };
const compare = (a: string, b: string): number => compareSemver(parsed(a), parsed(b));
const isStable = (version: string): boolean => parsed(version).prerelease.length === 0;

function latest(releases: readonly ReleaseSummary[]): string | null {
  const usable = releases.filter(({ isYanked }) => !isYanked);
  const stable = usable.filter(({ version }) => isStable(version));
  const newest = (stable.length > 0 ? stable : usable).toSorted((a, b) =>
    compare(a.versionKey, b.versionKey),
  );
  return newest.at(-1)?.version ?? null;
}

/** Everything that an ecosystem has to define. */
export const definition: FormatDefinition = {
  id: 'tenth',
  title: 'Kits',
  names: { canonical: canonicalName },
  versions: { canonical: canonicalVersion, compare, isStable },
  file: ({ name, version }) => ({
    format: 'zip',
    kind: 'kit',
    filename: filenameOf(name, version),
    contentType: 'application/zip',
    maxBytes: limits.kit.bytes,
  }),
  inspect: ofOneFile(inspect),
  latest,
  featured: () => [],
  documents: {
    order: compare,
    frames: ({ package: { name, nameKey }, releases }) =>
      releases.length === 0
        ? []
        : [
            {
              path: indexPath(nameKey),
              contentType: 'application/json',
              etag: 'parts',
              pieces: [
                `{"name":${JSON.stringify(name)},"kits":[\n`,
                { list: 'kits', separator: ',\n' },
                '\n]}\n',
              ],
            },
          ],
    release: ({ version, isYanked, artifacts: [file] }) => ({
      entries: { kits: JSON.stringify({ version, isYanked, sha256: file?.sha256 }) },
      documents: [],
    }),
  },
  searchEntry: ({ package: pkg, releases }) => ({
    facets: [],
    fields: {},
    payload: { name: pkg.name, latest: latest(releases) },
  }),
  details: ({ name }) => ({ kit: name }),
  problem: ({ code, detail }) => ({
    status: errorFacts[code].status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(errorFacts[code].status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    },
    body: { wrong: code === 'internal' ? 'internal error' : detail },
  }),
  removal: { yank: 'DELETE /kits/{name}/{version}', unyank: null, delete: null },
  provenance: { kind: 'none', reason: 'kits are invented' },
  snippets: (name, version, baseUrl) => ({
    configure: `kit --registry ${baseUrl}/tenth`,
    install: `kit add ${name}@${version}`,
    publish: 'kit send',
  }),
  limits,
};

export const format = defineFormat(definition);

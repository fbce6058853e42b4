import type { OpenedArchive } from '../../../domain/archive.ts';
import { cut } from '../../../domain/storable-text.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { FileStanding } from '../../../domain/file-standing.ts';
import { publicationLimits } from '../../../domain/limits.ts';
import type { Extract } from '../../../domain/publication.ts';
import type { OpenedFile } from '../../../domain/release-file.ts';
import type { Declared } from '../../format.ts';
import type { FileInspection } from '../../one-file.ts';
import { assertChecksums } from './checksums.ts';
import { type Gemspec, parseGemspec } from './gemspec.ts';
import { limits } from './limits.ts';
import { attestationsFile, Declaration, type GemMetadata, secondFactorKey } from './metadata.ts';
import { canonicalName } from './name.ts';
import { countPlugins } from './plugins.ts';
import { requirementText } from './requirement.ts';
import { assertSignatures } from './signatures.ts';
import { canonicalVersion, isStable, splitVersion } from './version.ts';

const packed = ['metadata.gz', 'data.tar.gz', 'checksums.yaml.gz'] as const;
const members: ReadonlySet<string> = new Set(packed.flatMap((member) => [member, `${member}.sig`]));

/**
 * Inspects a gem: a specification and a folder, packed separately.
 * @throws DomainError `invalid_archive`, `manifest_mismatch`
 */
export async function inspect(gem: OpenedFile, declared: Declared): Promise<FileInspection> {
  assertMembers(gem);
  await assertFolder(gem);
  await assertChecksums(gem);
  const spec = parseGemspec(await gem.read('metadata.gz/metadata', limits.specification.bytes));
  canonicalName(spec.name);
  assertSame(spec, declared);
  await assertSignatures(gem, spec.certificates);
  const { attestations, build } = Declaration.parse(declared.metadata);
  const extracts = extractsOf(attestations);
  return {
    publication: {
      name: spec.name,
      version: spec.version,
      description: spec.summary || spec.description || null,
      readme: await readmeOf(gem),
      license: spec.licenses.join(' OR ') || null,
      homepage: webUrl(spec.homepage || (spec.metadata['homepage_uri'] ?? '')),
      repositoryUrl: webUrl(spec.metadata['source_code_uri'] ?? ''),
      keywords: [],
      isPrerelease: !isStable(spec.version),
      dependencies: spec.dependencies.map(({ name, type, clauses }) => ({
        name,
        requirement: requirementText(clauses, ', '),
        kind: type === 'development' ? 'dev' : 'runtime',
      })),
      metadata: { ...metadataOf(spec), sha256: gem.sha256 },
    },
    standing: {
      vouchers: vouchersOf(spec, extracts),
      installScripts: spec.extensions.length + countPlugins(gem, spec.requirePaths),
      ...(build !== null && { build }),
      ...variantOf(declared.version),
    },
    extracts,
  };
}

/** The version to which a gem for one platform belongs. */
function variantOf(version: string): Pick<FileStanding, 'variantOf'> {
  const { number, platform } = splitVersion(canonicalVersion(version));
  return platform === 'ruby' ? {} : { variantOf: number };
}

/** The vouchers of a gem with verified signatures; the push route verified the attestations. */
function vouchersOf({ certificates }: Gemspec, attestations: readonly Extract[]): FileStanding['vouchers'] {
  return [
    ...(certificates.length === 0 ? [] : (['signature'] as const)),
    ...(attestations.length === 0 ? [] : (['attestation'] as const)),
  ];
}

/** The attestations, which the push route verified. */
function extractsOf(attestations: readonly unknown[]): Extract[] {
  if (attestations.length === 0) return [];
  const body = Buffer.from(JSON.stringify(attestations));
  return [{ kind: 'metadata', filename: attestationsFile, contentType: 'application/json', body }];
}

/** @throws DomainError `invalid_archive` */
function assertMembers({ entries }: OpenedArchive): void {
  const paths = new Set(entries.map(({ path }) => path));
  for (const needed of ['metadata.gz', 'data.tar.gz']) {
    if (!paths.has(needed)) throw new DomainError('invalid_archive', `the gem has no ${needed}`);
  }
  for (const path of paths) {
    const isKnown = members.has(path) || packed.some((member) => path.startsWith(`${member}/`));
    if (!isKnown)
      throw new DomainError('invalid_archive', `the gem has ${path.slice(0, 200)}, which no gem has`);
  }
}

/**
 * Checks that the folder is a gzipped tar, possibly empty, as installers expect.
 * @throws DomainError `invalid_archive`
 */
async function assertFolder(gem: OpenedArchive): Promise<void> {
  const [first, second] = gem.entries.filter(({ path }) => path.startsWith('data.tar.gz/'));
  // the scanner extracts any other data than a tar with files as one file
  const isSingle = first?.path === 'data.tar.gz/data.tar' && second === undefined;
  if (first !== undefined && !isSingle) return;
  const isEmptyTar =
    first !== undefined &&
    first.size > 0 &&
    first.size <= limits['empty tar'].bytes &&
    (await gem.read(first.path, limits['empty tar'].bytes)).every((byte) => byte === 0);
  if (!isEmptyTar) throw new DomainError('invalid_archive', 'data.tar.gz is no tar archive in gzip');
}

/** @throws DomainError `manifest_mismatch` */
function assertSame({ name, version }: Gemspec, declared: Declared): void {
  if (name !== declared.name) {
    throw new DomainError(
      'manifest_mismatch',
      `the gem says name ${name}, the request says ${declared.name}`,
    );
  }
  if (canonicalVersion(version) === canonicalVersion(declared.version)) return;
  throw new DomainError(
    'manifest_mismatch',
    `the gem says version ${version}, the request says ${declared.version}`,
  );
}

async function readmeOf(gem: OpenedArchive): Promise<string | null> {
  const found = gem.entries.find(
    ({ path, size }) =>
      /^data\.tar\.gz\/README(?:\.md|\.markdown)?$/i.test(path) && size <= limits.readme.bytes,
  );
  return found ? (await gem.read(found.path, limits.readme.bytes)).toString('utf8') : null;
}

const bounds = publicationLimits.list;

function metadataOf(spec: Gemspec): GemMetadata {
  const short = (text: string) => cut(text, bounds.characters);
  const list = (texts: readonly string[]) => texts.slice(0, bounds.count).map((each) => short(each));
  const links = Object.entries(spec.metadata).filter(
    ([key]) => key.endsWith('_uri') || key === secondFactorKey,
  );
  return {
    number: spec.number,
    platform: spec.platform,
    authors: list(spec.authors),
    emails: list(spec.emails),
    summary: short(spec.summary),
    description: short(spec.description),
    homepage: short(spec.homepage),
    licenses: list(spec.licenses),
    requiredRuby: spec.requiredRuby.map(([operator, number]) => [operator, number]),
    requiredRubygems: spec.requiredRubygems.map(([operator, number]) => [operator, number]),
    dependencies: spec.dependencies.map(({ name, type, clauses }) => ({
      name,
      type,
      clauses: clauses.map(([operator, number]) => [operator, number]),
    })),
    links: Object.fromEntries(
      links
        .slice(0, bounds.count)
        .map(([key, value]) => [key.slice(0, limits['link name'].characters), short(value)]),
    ),
    date: spec.date,
    rubygemsVersion: spec.rubygemsVersion,
    isSigned: spec.certificates.length > 0,
    ...(spec.needs.length === 0 ? {} : { needs: list(spec.needs) }),
  };
}

function webUrl(raw: string): string | null {
  const url = URL.parse(raw);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

import { wholeFile } from '../../../domain/archive.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { InspectionTrust } from '../../../domain/file-proof.ts';
import type { ScanFinding } from '../../../domain/findings.ts';
import type { Inspection } from '../../../domain/publication.ts';
import type { OpenedFile } from '../../../domain/release-file.ts';
import type { Declared } from '../../format.ts';
import { withBuildHooks } from './build-hooks.ts';
import { readChecksum } from './checksum-text.ts';
import { isCompanion, isUnpacked } from './file.ts';
import { goalPrefixOf } from './goal-prefix.ts';
import { limits } from './limits.ts';
import { assertModules } from './module.ts';
import type { MavenMetadata } from './metadata.ts';
import { coordinatesOf } from './name.ts';
import { checksums } from './path.ts';
import { checkProofs, type Proofs, standingsOf } from './proofs.ts';
import { parsePom, type Pom, type PomDependency } from './pom.ts';
import { canonicalVersion, isStable } from './version.ts';

/** Default: all signatures are by unknown keys. */
const noTrust: InspectionTrust = { openPgpKeys: [], sigstoreRoot: null, beside: [] };

/**
 * Checks all files of a deploy: the POM must have these coordinates, every checksum must have its file, signatures
 * must be valid, and module metadata must be well-formed. A file that joins later is checked alone.
 * @throws DomainError `invalid_archive`, `manifest_mismatch`, `bad_request` and `policy_violation` for bundles
 */
export async function inspect(
  files: readonly OpenedFile[],
  declared: Declared,
  trust: InspectionTrust = noTrust,
): Promise<Inspection> {
  const { artifact } = coordinatesOf(declared.name);
  canonicalVersion(declared.version);
  await assertChecksums(files);
  await assertModules(files);
  const proofs = await checkProofs(files, trust);
  const standings = await withBuildHooks(files, standingsOf(proofs));
  const unpacked = files.map(({ filename }) => filename).filter((filename) => isUnpacked(filename));
  const pomFile = files.find(({ filename }) => filename === `${artifact}-${declared.version}.pom`);
  if (pomFile === undefined) {
    if (declared.file !== undefined && files.length === 1)
      return { ...inspectionOf(declared, nothingSaid, proofs), standings, unpacked };
    throw new DomainError(
      'invalid_archive',
      `${artifact}-${declared.version}.pom is missing: every release has a POM`,
    );
  }
  if (pomFile.sizeBytes > limits.pom.bytes) {
    throw new DomainError('invalid_archive', `the POM is larger than ${limits.pom.bytes} bytes`);
  }
  const pom = parsePom(await pomFile.read(wholeFile, limits.pom.bytes));
  assertSame(pom, declared);
  const jar = files.find(({ filename }) => filename === `${artifact}-${declared.version}.jar`);
  const goalPrefix = pom.packaging === 'maven-plugin' ? await goalPrefixOf(jar) : null;
  const findings = isPackaged(pom, files) ? [] : [withoutFile(pom)];
  return { ...inspectionOf(declared, { pom, goalPrefix }, proofs), standings, unpacked, findings };
}

async function assertChecksums(files: readonly OpenedFile[]): Promise<void> {
  for (const file of files) {
    const algorithm = checksums.find((each) => file.filename.endsWith(`.${each}`));
    if (algorithm === undefined) continue;
    const target = file.filename.slice(0, -algorithm.length - 1);
    const about = files.find(({ filename }) => filename === target);
    if (about === undefined) {
      throw new DomainError('invalid_archive', `${file.filename} came without ${target}`);
    }
    if (file.sizeBytes > limits.checksum.bytes) {
      throw new DomainError('invalid_archive', `${file.filename} is too large for a checksum`);
    }
    if (readChecksum(await file.read(wholeFile, limits.checksum.bytes), algorithm) !== about[algorithm]) {
      throw new DomainError('invalid_archive', `${target} is not what ${file.filename} says`);
    }
  }
}

function assertSame(pom: Pom, { name, version }: Declared): void {
  const { group, artifact } = coordinatesOf(name);
  const pairs = [
    ['groupId', pom.group, group],
    ['artifactId', pom.artifact, artifact],
    ['version', pom.version, version],
  ] as const;
  for (const [member, said, expected] of pairs) {
    if (said === expected) continue;
    const hint = said.includes('${') ? '; flatten the POM before it is deployed' : '';
    throw new DomainError(
      'manifest_mismatch',
      `the POM says ${member} ${said.slice(0, 200) || '(nothing)'}, the path says ${expected}${hint}`,
    );
  }
}

/**
 * Whether the file of the packaging is present; its plugin decides ending and classifier. Parents, BOMs and
 * relocations have no such file.
 */
function isPackaged(pom: Pom, files: readonly OpenedFile[]): boolean {
  if (pom.packaging === 'pom' || pom.isRelocated) return true;
  return files.some(({ filename }) => !isCompanion(filename));
}

/**
 * Only a finding: parents and BOMs may omit their packaging, files may join later, and builds that need the file fail.
 */
function withoutFile(pom: Pom): ScanFinding {
  return {
    kind: 'policy_violation',
    severity: 'low',
    title: 'A POM without its file',
    description: `the POM says packaging ${pom.packaging.slice(0, 50)}, and no file came with it`,
    file: null,
    line: null,
    scanner: 'maven-pom/1',
  };
}

const kinds: Readonly<Record<string, 'runtime' | 'dev' | 'build'>> = {
  test: 'dev',
  provided: 'build',
  system: 'build',
};

interface Said {
  pom: Pom | null;
  goalPrefix: string | null;
}

const nothingSaid: Said = { pom: null, goalPrefix: null };

function inspectionOf(
  { name, version }: Declared,
  { pom, goalPrefix }: Said,
  proofs: Proofs,
): Omit<Inspection, 'standings'> {
  const { files, builds } = proofs;
  const metadata: MavenMetadata = {
    packaging: pom?.packaging ?? 'jar',
    title: pom?.title ?? '',
    goalPrefix,
    parent: pom?.parent ?? null,
  };
  return {
    publication: {
      name,
      version,
      description: pom?.description || pom?.title || null,
      readme: null,
      license: pom?.licenses.join(' OR ') || null,
      homepage: webUrl(pom?.url),
      repositoryUrl: webUrl(pom?.scmUrl),
      keywords: [],
      isPrerelease: !isStable(version),
      dependencies: (pom?.dependencies ?? []).map((dependency) => edgeOf(dependency)),
      metadata,
    },
    extracts: [],
    files,
    builds,
  };
}

function edgeOf({ group, artifact, version, scope, isOptional }: PomDependency) {
  return {
    name: `${group}:${artifact}`,
    requirement: version,
    kind: isOptional ? ('optional' as const) : (kinds[scope] ?? ('runtime' as const)),
  };
}

/** Pages show the link: null for any other text than a web URL. */
function webUrl(raw: string | undefined): string | null {
  const url = URL.parse(raw ?? '');
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

import { invalidState } from '../../domain/errors.ts';
import { isInFlight, isReadable } from '../../domain/release.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { Referring } from '../../ecosystems/parts-format.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { linkParts } from '../../store/postgres/releases/release-parts.ts';
import { listReleasesByKeys, setSubject } from '../../store/postgres/releases/releases.ts';
import { describeUpload } from '../../store/postgres/releases/uploads.ts';

interface ReferringDraft {
  pkg: PackageRow;
  releaseId: string;
  draftUploadId: string;
}

/**
 * Adds the declarations of a push to its draft and file, and keeps the parts. All parts to which it refers were
 * uploaded before. @throws DomainError `invalid_state`
 */
export async function referToParts(
  tx: Transaction,
  ecosystem: Format,
  { pkg, releaseId, draftUploadId }: ReferringDraft,
  { metadata, blobs, exempt, versions, subject }: Referring,
): Promise<void> {
  const { id: packageId, nameKey } = pkg;
  const release = { id: releaseId, packageId, ecosystem: ecosystem.id, nameKey, broughtBy: null };
  const absent = await linkParts(
    tx,
    release,
    blobs.map(({ digest }) => digest),
  );
  const [missing] = absent.filter((digest) => !exempt.includes(digest));
  if (missing !== undefined) throw comesFirst('blob', missing);
  const children = await listReleasesByKeys(tx, packageId, versions);
  const known = new Set(
    children.filter((child) => isReadable(child) || isInFlight(child)).map(({ versionKey }) => versionKey),
  );
  const [child] = versions.filter((version) => !known.has(version));
  if (child !== undefined) throw comesFirst('manifest', child);
  const linked = blobs.filter(({ digest }) => !absent.includes(digest));
  await describeUpload(tx, draftUploadId, {
    metadata,
    blobs: linked,
    ...(subject === null ? {} : { subject }),
  });
  if (subject !== null) await setSubject(tx, releaseId, ecosystem.versions.canonical(subject));
}

const comesFirst = (what: string, digest: string) =>
  invalidState(`the ${what} ${digest} comes first: it is not in this repository`);

import { z } from 'zod';
import { FindingKind, Severity } from '../../../domain/findings.ts';
import { InstalledPackage } from '../../../domain/inventory.ts';
import { Uninspected } from '../../../domain/publication.ts';
import { type Queryable, sql } from '../pool.ts';

const FindingJson = z.object({
  kind: FindingKind,
  severity: Severity,
  title: z.string(),
  description: z.string(),
  file: z.string().nullable(),
  line: z.number().nullable(),
  scanner: z.string(),
});

const BlobScan = z.object({
  files: z.number(),
  findings: z.array(FindingJson),
  inventory: z.array(InstalledPackage),
  uninspected: Uninspected.nullable(),
});

/** The scanner's findings about a part, for every release that refers to it. */
export type BlobScan = z.infer<typeof BlobScan>;

interface ScanKey {
  sha256: string;
  format: string;
  /** Name and version of the scanner. */
  scanner: string;
}

export async function findBlobScan(db: Queryable, key: ScanKey): Promise<BlobScan | null> {
  return db.maybeOne(sql.type(BlobScan)`
    select blob_scans.files, blob_scans.findings, blob_scans.inventory, blob_scans.uninspected from blob_scans
    where blob_scans.sha256 = ${key.sha256} and blob_scans.format = ${key.format}
      and blob_scans.scanner = ${key.scanner}`);
}

/** Keeps the first result: two concurrent scans have equal results. */
export async function saveBlobScan(db: Queryable, key: ScanKey, scan: BlobScan): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into blob_scans (sha256, format, scanner, files, findings, inventory, uninspected)
    values (${key.sha256}, ${key.format}, ${key.scanner}, ${scan.files}, ${json(scan.findings)},
      ${json(scan.inventory)}, nullif(${json(scan.uninspected)}, 'null'::jsonb))
    on conflict (sha256, format, scanner) do nothing`);
}

const ReleasePart = z.object({ digest: z.string(), sha256: z.string(), sizeBytes: z.number() });
export type ReleasePart = z.infer<typeof ReleasePart>;

/** Parts a release refers to. */
export async function listReleaseParts(db: Queryable, releaseId: string): Promise<readonly ReleasePart[]> {
  return db.any(sql.type(ReleasePart)`
    select release_blobs.digest, release_blobs.sha256, release_blobs.size_bytes
    from release_blobs where release_blobs.release_id = ${releaseId}`);
}

const PartFormat = z.object({ digest: z.string(), format: z.enum(['layer', 'file']) });

/** Earlier scans of the parts of a release; a part without a recorded format counts as a layer. */
export async function listPartFormats(
  db: Queryable,
  releaseId: string,
): Promise<readonly z.infer<typeof PartFormat>[]> {
  return db.any(sql.type(PartFormat)`
    select release_blobs.digest, coalesce((
        select blob_scans.format from blob_scans where blob_scans.sha256 = release_blobs.sha256
        order by blob_scans.format = 'file' limit 1), 'layer') as format
    from release_blobs where release_blobs.release_id = ${releaseId}
    order by release_blobs.digest`);
}

/** The packages installed in the parts of a release whose inspection was saved. */
export async function saveInventory(
  db: Queryable,
  releaseId: string,
  inventory: readonly InstalledPackage[],
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update release_metadata set inventory = ${json(inventory)} where release_metadata.release_id = ${releaseId}`);
}

function json(value: unknown) {
  return sql.fragment`${JSON.stringify(value)}::jsonb`;
}

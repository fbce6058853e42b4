import { validate as isUuid } from 'uuid';
import { z } from 'zod';
import type { Digests } from '../../../domain/digest.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { FileStanding } from '../../../domain/file-standing.ts';
import { ScanFinding } from '../../../domain/findings.ts';
import { Scope } from '../../../domain/scopes.ts';
import { type Queryable, sql } from '../pool.ts';
import type { UploadCredential } from './release-uploaders.ts';

/** The uploader, for later steps of the workflow: identity for rights, origin for the audit log. */
export const Uploader = z.object({
  userId: z.string(),
  username: z.string(),
  tokenId: z.string().nullable(),
  /** Absent: sent with a token. */
  sessionId: z.string().exactOptional(),
  passwordMark: z.string().exactOptional(),
  /** The person who made a token of an organization. */
  madeBy: z.string().exactOptional(),
  boundRepositoryId: z.string().nullable(),
  /** All packages that the credential is bound to. Absent: it is not bound to packages. */
  boundPackageIds: z.array(z.string()).readonly().exactOptional(),
  /** Absent: no other binding. */
  boundTo: z
    .object({
      organizationId: z.string().nullable(),
      ecosystem: z.string().nullable(),
      namePattern: z.string().nullable(),
    })
    .exactOptional(),
  /** The scopes of the credential. */
  scopes: z.array(Scope).readonly(),
  tokenKind: z.string().exactOptional(),
  /** Whether the credential is of trusted publishing. */
  isExchanged: z.boolean(),
  /** Slug of the repository whose mount the client used, if any. */
  repositorySlug: z.string().nullable(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** Whether the client requested an approval. */
  asksForApproval: z.boolean().optional(),
});
export type Uploader = z.infer<typeof Uploader>;

/** The declaration of the request; a member is absent if the protocol does not have it. */
export const DeclaredJson = z.object({
  name: z.string(),
  version: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  file: z.string().exactOptional(),
  tags: z.array(z.string()).readonly().exactOptional(),
  blobs: z
    .array(z.object({ digest: z.string(), sizeBytes: z.number() }))
    .readonly()
    .exactOptional(),
  subject: z.string().exactOptional(),
  visibility: z.enum(['public', 'private']).exactOptional(),
});

/** A further file of a version, as its request described it. */
const AttachedFile = z.object({
  kind: z.string(),
  filename: z.string(),
  contentType: z.string(),
  waitsForRelease: z.boolean(),
});
export type AttachedFile = z.infer<typeof AttachedFile>;

/** The purpose of the bytes: workflows use them only for this. */
export const Purpose = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('publish'),
    /** The upload is the release itself, without bytes: its files are uploaded separately. */
    isDraft: z.literal(true).exactOptional(),
  }),
  z.object({ kind: z.literal('draft-file') }),
  z.object({ kind: z.literal('attach'), file: AttachedFile }),
  z.object({ kind: z.literal('advisories') }),
  /** A source instead of bytes: a repository, and one of its tags or all of them. */
  z.object({ kind: z.literal('import'), url: z.string(), tag: z.string().nullable() }),
]);
export type Purpose = z.infer<typeof Purpose>;

export const uploadColumns = sql.fragment`uploads.id, uploads.ecosystem, uploads.size_bytes, uploads.sha256, uploads.sha512,
  uploads.sha1, uploads.md5, uploads.declared, uploads.actor, uploads.purpose, uploads.metadata,
  uploads.standing, uploads.findings, uploads.license`;

export const UploadRow = z.object({
  id: z.string(),
  ecosystem: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  sha512: z.string(),
  sha1: z.string(),
  md5: z.string(),
  declared: DeclaredJson,
  actor: Uploader,
  purpose: Purpose,
  /** The facts that its ecosystem read from the opened file. */
  metadata: z.record(z.string(), z.unknown()).nullable(),
  standing: FileStanding.nullable(),
  /** The findings in a file that joins a release; on joining, they become findings of the release. */
  findings: z.array(ScanFinding).nullable(),
  /** The license in such a file. */
  license: z.string().nullable(),
});
export type UploadRow = z.infer<typeof UploadRow>;

export interface NewUpload extends Digests {
  id: string;
  ecosystem: EcosystemId;
  sizeBytes: number;
  declared: z.infer<typeof DeclaredJson>;
  actor: Uploader;
  purpose: Purpose;
  ttlSeconds: number;
}

/** False if the credential was revoked during the upload: then no row is written. */
export async function insertUpload(
  db: Queryable,
  upload: NewUpload,
  { tokenId = null, sessionId = null }: { tokenId?: string | null; sessionId?: string | null } = {},
): Promise<boolean> {
  const inserted = await db.maybeOne(sql.typeAlias('id')`
    insert into uploads (id, ecosystem, size_bytes, sha256, sha512, sha1, md5, declared, actor, purpose, expires_at)
    select ${upload.id}::uuid, ${upload.ecosystem}, ${upload.sizeBytes}, ${upload.sha256}, ${upload.sha512},
      ${upload.sha1}, ${upload.md5}, ${jsonb(upload.declared)}, ${sql.jsonb({ ...upload.actor })},
      ${jsonb(upload.purpose)}, now() + ${upload.ttlSeconds} * interval '1 second'
    where not exists (select from tokens where tokens.id = ${tokenId} and tokens.revoked_at is not null)
      and not exists (select from sessions where sessions.id = ${sessionId} and sessions.revoked_at is not null)
    returning uploads.id`);
  return inserted !== null;
}

/** Adds members to the declaration of the request. */
export async function describeUpload(
  db: Queryable,
  id: string,
  said: Partial<z.infer<typeof DeclaredJson>>,
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update uploads set declared = uploads.declared || ${jsonb(said)} where uploads.id = ${id}`);
}

/** The declaration is parsed JSON of any depth; the type of `sql.jsonb` accepts only limited depth. */
function jsonb(value: object) {
  return sql.fragment`${JSON.stringify(value)}::jsonb`;
}

/** Null also for a text that is not an id: a client of the workflow service can send any text. */
export async function findUpload(db: Queryable, id: string): Promise<UploadRow | null> {
  if (!isUuid(id)) return null;
  return db.maybeOne(sql.type(UploadRow)`
    select ${uploadColumns} from uploads where uploads.id = ${id}`);
}

/** The credential of the upload. */
export function credentialOf({ actor }: Pick<UploadRow, 'actor'>): UploadCredential {
  const { userId, tokenId, sessionId = null, passwordMark = null, madeBy = null } = actor;
  return { userId, madeBy, tokenId, sessionId, passwordMark };
}

/** Removes the upload and returns it; null if it was removed before. */
export async function takeUpload(db: Queryable, id: string): Promise<UploadRow | null> {
  return db.maybeOne(sql.type(UploadRow)`
    delete from uploads where uploads.id = ${id} returning ${uploadColumns}`);
}

export async function deleteUpload(db: Queryable, id: string): Promise<void> {
  await db.query(sql.typeAlias('void')`delete from uploads where uploads.id = ${id}`);
}

/** Records that a user whose uploads need approval contributed to the release. */
export async function markForApproval(db: Queryable, id: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update uploads set actor = uploads.actor || '{"asksForApproval": true}'
    where uploads.id = ${id}`);
}

import { validate as isUuid } from 'uuid';
import { z } from 'zod';
import type { Digests } from '../../../domain/digest.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { FileStanding } from '../../../domain/file-standing.ts';
import { ScanFinding } from '../../../domain/findings.ts';
import { Scope } from '../../../domain/scopes.ts';
import { type Queryable, sql } from '../pool.ts';
import type { UploadCredential } from './release-uploaders.ts';

/** The uploader, as the workflow needs it later: identity for rights, origin for the audit log. */
export const Uploader = z.object({
  userId: z.string(),
  username: z.string(),
  tokenId: z.string().nullable(),
  /** Absent: it was sent with a token. */
  sessionId: z.string().exactOptional(),
  passwordMark: z.string().exactOptional(),
  /** The person behind a token of an organization. */
  madeBy: z.string().exactOptional(),
  boundRepositoryId: z.string().nullable(),
  /** All packages that the credential is bound to. Absent: it is not bound to packages. */
  boundPackageIds: z.array(z.string()).readonly().exactOptional(),
  /** Absent: not bound in other ways. */
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
  /** Slug of the repository mount the client addressed, if any. */
  repositorySlug: z.string().nullable(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** The client requested an approval. */
  asksForApproval: z.boolean().optional(),
});
export type Uploader = z.infer<typeof Uploader>;

/** The declaration of the request; absent members are unknown to the protocol. */
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

/** One more file of a version, as its request described it. */
const AttachedFile = z.object({
  kind: z.string(),
  filename: z.string(),
  contentType: z.string(),
  waitsForRelease: z.boolean(),
});
export type AttachedFile = z.infer<typeof AttachedFile>;

/** The purpose of the bytes: no workflow uses them for anything else. */
export const Purpose = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('publish'),
    /** It is no bytes but the release itself: its files are uploaded separately. */
    isDraft: z.literal(true).exactOptional(),
  }),
  z.object({ kind: z.literal('draft-file') }),
  z.object({ kind: z.literal('attach'), file: AttachedFile }),
  z.object({ kind: z.literal('advisories') }),
  /** No bytes, but their source: a repository, and one of its tags or all of them. */
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
  /** The facts that its ecosystem read from the file when it was opened. */
  metadata: z.record(z.string(), z.unknown()).nullable(),
  standing: FileStanding.nullable(),
  /** The findings in a file that joins a release; they become findings of the release with it. */
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

/** False, and nothing is written, when its credential was revoked during the upload. */
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

/** Adds to the declaration of the request. */
export async function describeUpload(
  db: Queryable,
  id: string,
  said: Partial<z.infer<typeof DeclaredJson>>,
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update uploads set declared = uploads.declared || ${jsonb(said)} where uploads.id = ${id}`);
}

/** The declaration is parsed JSON of any depth; the tag's own type knows only finite ones. */
function jsonb(value: object) {
  return sql.fragment`${JSON.stringify(value)}::jsonb`;
}

/** Null also for a text that is no id: a client of the workflow service can send anything. */
export async function findUpload(db: Queryable, id: string): Promise<UploadRow | null> {
  if (!isUuid(id)) return null;
  return db.maybeOne(sql.type(UploadRow)`
    select ${uploadColumns} from uploads where uploads.id = ${id}`);
}

/** Its credential. */
export function credentialOf({ actor }: Pick<UploadRow, 'actor'>): UploadCredential {
  const { userId, tokenId, sessionId = null, passwordMark = null, madeBy = null } = actor;
  return { userId, madeBy, tokenId, sessionId, passwordMark };
}

/** Removes it and returns it; null when it was removed before. */
export async function takeUpload(db: Queryable, id: string): Promise<UploadRow | null> {
  return db.maybeOne(sql.type(UploadRow)`
    delete from uploads where uploads.id = ${id} returning ${uploadColumns}`);
}

export async function deleteUpload(db: Queryable, id: string): Promise<void> {
  await db.query(sql.typeAlias('void')`delete from uploads where uploads.id = ${id}`);
}

/** A user whose uploads need approval took part in it. */
export async function markForApproval(db: Queryable, id: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update uploads set actor = uploads.actor || '{"asksForApproval": true}'
    where uploads.id = ${id}`);
}

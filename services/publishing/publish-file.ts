import { hostedPackage } from '../../domain/package-address.ts';
import { WithStartWorkflowOperation } from '@temporalio/client';
import { requireBinding, requireScope } from '../../domain/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { PublishCommand, Receipt } from '../../ecosystems/context/publishing.ts';
import { worstFirst } from '../../domain/findings.ts';
import { findPackage } from '../../store/postgres/packages/packages.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import { findHold, type Hold } from '../../store/postgres/releases/holds.ts';
import { findUpload } from '../../store/postgres/releases/uploads.ts';
import { type FileReceipt, workflowNames } from '../../workflows/definitions.ts';
import type { Platform } from '../platform.ts';
import { fileRunOf } from './file-run.ts';
import { describeHold } from './receipt.ts';
import { statusUrlOf, withApproval } from './publish.ts';
import { awaitSettled } from './publish-run.ts';
import { discard, saveUpload } from './uploads.ts';

/** Starts the durable check of another file of a version, or joins the running check. */
export async function publishFile(
  platform: Platform,
  ecosystem: Format,
  asked: PublishCommand,
  wanted?: { waitsForRelease: boolean },
): Promise<Receipt> {
  const command = withApproval(asked);
  const { declared, upload } = command;
  const releaseUrl = statusUrlOf(platform.config.http.publicUrl, ecosystem, declared);
  try {
    const { kind, filename, contentType } = ecosystem.file(declared);
    const file = { kind, filename, contentType };
    const actor = requireScope(command.caller.actor, 'packages:write');
    const nameKey = ecosystem.names.canonical(declared.name);
    const pkg = await findPackage(platform.pool, hostedPackage(ecosystem.id, nameKey));
    requireBinding(actor, pkg ?? {});
    await saveUpload(platform, ecosystem, actor, command, {
      packageId: pkg?.id ?? null,
      purpose: {
        kind: 'attach',
        file: { ...file, waitsForRelease: wanted?.waitsForRelease === true },
      },
    });
    const { workflowId, input, options } = fileRunOf(ecosystem, {
      uploadId: upload.uploadId,
      declared,
      sha256: upload.sha256,
      publisher: actor.userId,
      ...wanted,
    });
    const start = new WithStartWorkflowOperation(workflowNames.publishFile, options);
    const receipt = await awaitSettled<FileReceipt>(platform, workflowId, start, input);
    if (!receipt) return { status: 'pending', statusUrl: releaseUrl };
    platform.announce({ kind: 'package', id: receipt.packageId });
    if (receipt.uploadId !== upload.uploadId) await discard(platform, upload.uploadId);
    return await toReceipt(platform.pool, receipt, {
      statusUrl: releaseUrl,
      versionKey: ecosystem.versions.canonical(declared.version),
    });
  } catch (error) {
    // a refusal is final; after any other error the workflow may still use the bytes, which expire later
    if (error instanceof DomainError && error.isPermanent) await discard(platform, upload.uploadId);
    throw error;
  }
}

/** @throws DomainError `invalid_state` for a file that was discarded while this request waited */
async function toReceipt(
  db: Queryable,
  { status, uploadId, packageId, reason }: FileReceipt,
  { statusUrl, versionKey }: { statusUrl: string; versionKey: string },
): Promise<Receipt> {
  if (status === 'rejected') throw new DomainError('invalid_state', 'a person has rejected this file');
  if (status === 'published' || uploadId === null) return { status: 'published', statusUrl };
  const [hold, address] =
    status === 'staged'
      ? [await findHold(db, packageId, versionKey), statusUrl]
      : [await holdOf(db, { uploadId, reason }), `${statusUrl}/held-files/${uploadId}`];
  return { status: 'held', statusUrl: address, ...(hold ? { reason: describeHold(hold) } : {}) };
}

/** The hold, described as for a release, from the findings of the waiting file. */
async function holdOf(
  db: Queryable,
  { uploadId, reason }: { uploadId: string; reason: string | null },
): Promise<Hold> {
  const upload = await findUpload(db, uploadId);
  const found = worstFirst(upload?.findings ?? []);
  const file = found[0]?.file ?? upload?.declared.file ?? null;
  return { reason, findings: found.length, title: found[0]?.title ?? null, file };
}

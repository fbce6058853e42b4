import { hostedPackage } from '../../domain/package-address.ts';
import { WithStartWorkflowOperation } from '@temporalio/client';
import { requireBinding, requireScope } from '../../domain/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { PublishCommand, Receipt } from '../../ecosystems/context/publishing.ts';
import { findPackage } from '../../store/postgres/packages/packages.ts';
import { type FileReceipt, workflowNames } from '../../workflows/definitions.ts';
import type { Platform } from '../platform.ts';
import { fileRunOf } from './file-run.ts';
import { describeHold } from './receipt.ts';
import { statusUrlOf, withApproval } from './publish.ts';
import { awaitSettled } from './publish-run.ts';
import { discard, saveUpload } from './uploads.ts';

/** Starts the durable check of another file of a version, or joins the running one. */
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
    return toReceipt(receipt, releaseUrl);
  } catch (error) {
    // a refusal is final; after anything else the workflow may still be using the bytes: they expire
    if (error instanceof DomainError && error.isPermanent) await discard(platform, upload.uploadId);
    throw error;
  }
}

/** @throws DomainError `invalid_state` for a file that a person threw away while this request waited */
function toReceipt({ status, uploadId, reason }: FileReceipt, releaseUrl: string): Receipt {
  if (status === 'rejected') throw new DomainError('invalid_state', 'a person has rejected this file');
  if (status === 'staged') return { status: 'held', statusUrl: releaseUrl };
  if (status === 'held') {
    const why = describeHold({ reason, findings: 0, title: null, file: null });
    return { status, statusUrl: `${releaseUrl}/held-files/${uploadId}`, reason: why };
  }
  return { status: 'published', statusUrl: releaseUrl };
}

import { WithStartWorkflowOperation } from '@temporalio/client';
import { requireBinding, requireScope } from '../../domain/actor.ts';
import { DomainError, forbidden } from '../../domain/errors.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { PublishCommand } from '../../ecosystems/context/publishing.ts';
import { findPackage } from '../../store/postgres/packages/packages.ts';
import { type FileInput, type FileReceipt, ids, queues, workflowNames } from '../../workflows/definitions.ts';
import { publishAttributes } from '../../workflows/search-attributes.ts';
import type { PublishingDeps } from './publish.ts';
import { awaitSettled } from './publish-run.ts';
import { discard, saveUpload } from './uploads.ts';
import { boundedId } from '../../domain/workflow-id.ts';

export type PublishFile = (
  ecosystem: Format,
  command: PublishCommand,
  options?: { waitsForRelease: boolean },
) => Promise<{ status: 'published' | 'pending' }>;

/** Starts the durable check of one more file of a version, or joins the one that is running. */
export function createFilePublishing(deps: PublishingDeps): PublishFile {
  return async (ecosystem, command, options) => {
    const { declared, upload } = command;
    try {
      const { kind, filename, contentType } = ecosystem.file(declared);
      const file = { kind, filename, contentType };
      const actor = requireScope(command.caller.actor, 'packages:write');
      if (actor.needsApproval === true && options?.waitsForRelease !== true) {
        throw forbidden('what this build brings waits for a person: it adds nothing to visible versions');
      }
      const nameKey = ecosystem.names.canonical(declared.name);
      const versionKey = ecosystem.versions.canonical(declared.version);
      const pkg = await findPackage(deps.pool, ecosystem.id, nameKey);
      requireBinding(actor, pkg ?? {});
      await saveUpload(deps, ecosystem, actor, command, {
        packageId: pkg?.id ?? null,
        purpose: {
          kind: 'attach',
          file: { ...file, waitsForRelease: options?.waitsForRelease === true },
        },
      });
      const input: FileInput = {
        ...file,
        uploadId: upload.uploadId,
        ecosystem: ecosystem.id,
        name: declared.name,
        version: declared.version,
        sha256: upload.sha256,
        publisher: actor.userId,
        ...options,
      };
      const workflowId = boundedId(ids.publish(ecosystem.id, nameKey, versionKey, file.filename));
      const receipt = await awaitSettled<FileReceipt>(
        deps,
        workflowId,
        operationOf(workflowId, input),
        input,
      );
      if (!receipt) return { status: 'pending' };
      deps.onPublished(receipt.packageId);
      if (receipt.uploadId !== upload.uploadId) await discard(deps, upload.uploadId);
      return { status: 'published' };
    } catch (error) {
      // a refusal is final; after anything else the workflow may still be using the bytes: they expire
      if (error instanceof DomainError && error.isPermanent) await discard(deps, upload.uploadId);
      throw error;
    }
  };
}

function operationOf(workflowId: string, input: FileInput) {
  return new WithStartWorkflowOperation(workflowNames.publishFile, {
    workflowId,
    taskQueue: queues.publish,
    workflowIdConflictPolicy: 'USE_EXISTING',
    // a file that is there is recognised by the database
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    typedSearchAttributes: publishAttributes(input, 'attach_file'),
    staticSummary: `${input.ecosystem} ${input.name} ${input.version} ${input.filename}`,
    staticDetails: `One more file, sha256 ${input.sha256}`,
    args: [input],
  });
}

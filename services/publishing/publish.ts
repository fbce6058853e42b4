import { requireScope } from '../../domain/actor.ts';
import { sha256Hex } from '../../domain/digest.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { PublishCommand, Receipt } from '../../ecosystems/context/publishing.ts';
import { findRelease } from '../../store/postgres/releases/releases.ts';
import { ids, type PublishInput, type PublishReceipt } from '../../workflows/definitions.ts';
import { awaitEnd } from '../releases/decisions/held-release.ts';
import { boundedId } from '../../domain/workflow-id.ts';
import type { Platform } from '../platform.ts';
import { awaitReceipt } from './publish-run.ts';
import { receiptOf } from './receipt.ts';
import { refuseEarly, takeName } from './refuse-early.ts';
import { discard, saveUpload } from './uploads.ts';

/** Starts the durable publish, or joins the running one, and waits for its receipt. */
export async function publish(
  platform: Platform,
  ecosystem: Format,
  asked: PublishCommand,
): Promise<Receipt> {
  const command = withApproval(asked);
  const { declared, upload } = command;
  const statusUrl = statusUrlOf(platform.config.http.publicUrl, ecosystem, declared);
  try {
    const actor = requireScope(command.caller.actor, 'packages:write');
    const nameKey = ecosystem.names.canonical(declared.name);
    const versionKey = ecosystem.versions.canonical(declared.version);
    const pkg = await refuseEarly(platform.pool, ecosystem, actor, {
      nameKey,
      versionKey,
      name: declared.name,
    });
    if (!pkg) await takeName(platform, ecosystem, actor, { nameKey, uploadId: upload.uploadId });
    await saveUpload(platform, ecosystem, actor, command, {
      packageId: pkg?.id ?? null,
      purpose: { kind: 'publish' },
    });
    const input: PublishInput = {
      uploadId: upload.uploadId,
      ecosystem: ecosystem.id,
      name: declared.name,
      version: declared.version,
      sha256: upload.sha256,
      publisher: actor.userId,
      intent: intentOf(command),
    };
    const workflowId = boundedId(ids.publish(ecosystem.id, nameKey, versionKey));
    const receipt = await awaitLasting(platform, { workflowId, versionKey, input }, actor.username);
    if (receipt) platform.announce({ kind: 'package', id: receipt.packageId });
    if (receipt && receipt.uploadId !== upload.uploadId) await discard(platform, upload.uploadId);
    const outcome = await receiptOf(platform, receipt, { versionKey, statusUrl });
    countOutcome(platform, ecosystem, outcome.status);
    return outcome;
  } catch (error) {
    countOutcome(platform, ecosystem, error instanceof DomainError ? error.code : 'internal');
    // a refusal is final; after any other error the workflow may still use the bytes, which expire later
    if (error instanceof DomainError && error.isPermanent) await discard(platform, upload.uploadId);
    throw error;
  }
}

/** Counts the outcome of a publish in the metrics. */
export function countOutcome(
  { metrics }: Pick<Platform, 'metrics'>,
  { id }: Pick<Format, 'id'>,
  outcome: string,
): void {
  metrics.publishes.inc({ ecosystem: id, outcome });
}

/** The URL of the page on which users follow a release. */
export function statusUrlOf(
  baseUrl: string,
  { id }: Pick<Format, 'id'>,
  { name, version }: { name: string; version: string },
): string {
  return `${baseUrl}/v1/packages/${id}/${encodeURIComponent(name)}/releases/${encodeURIComponent(version)}`;
}

/** The trusted publisher may require an approval of its builds' releases. */
export function withApproval(command: PublishCommand): PublishCommand {
  const { actor } = command.caller;
  return actor.kind === 'user' && actor.needsApproval === true
    ? { ...command, needsApproval: true }
    : command;
}

/**
 * A run may end a moment after its release was deleted. A request that joined such a run has published nothing, and
 * starts again after the end of the run.
 */
async function awaitLasting(
  platform: Platform,
  { workflowId, versionKey, input }: { workflowId: string; versionKey: string; input: PublishInput },
  username: string,
): Promise<PublishReceipt | undefined> {
  for (;;) {
    const receipt = await awaitReceipt(platform, workflowId, input, username);
    if (receipt?.status !== 'published' || receipt.uploadId === input.uploadId) return receipt;
    const release = await findRelease(platform.pool, receipt.packageId, versionKey);
    if (release && release.state !== 'deleted') return receipt;
    await awaitEnd(platform.client, workflowId);
  }
}

/** The intent of a request, independent of its bytes: a request with another intent must not join the publish. */
function intentOf({ declared, needsApproval = false }: PublishCommand): string {
  return sha256Hex(JSON.stringify([declared, needsApproval]));
}

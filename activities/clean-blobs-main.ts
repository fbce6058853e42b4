import { Client, Connection } from '@temporalio/client';
import { parseArgs } from 'node:util';
import { workflowChannel } from '../config/workflow-channel.ts';
import {
  type CollectionInput,
  type CollectionReport,
  queues,
  schedules,
  workflowNames,
} from '../workflows/contract.ts';
import { jobAttributes } from '../workflows/search-attributes.ts';

const help = `Usage: rookery admin clean-blobs [--dry-run] [--grace-seconds <number>]

Removes image layers and other separately uploaded files that no release has referred to for the grace
period (PART_GRACE_SECONDS), waits for the end and prints what went. The hourly schedule does the same.

  --dry-run        only counts what would go
  --grace-seconds  another grace period for this run

TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE name the workflow service.
`;

/** @throws TypeError for arguments nobody knows, RangeError for a bad number */
export function readCollection(args: string[]): CollectionInput | null {
  const { values } = parseArgs({
    args,
    options: {
      'dry-run': { type: 'boolean', default: false },
      'grace-seconds': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const grace = values['grace-seconds'];
  if (grace === undefined) return { dryRun: values['dry-run'] };
  if (!/^\d{1,9}$/.test(grace)) throw new RangeError('--grace-seconds takes a whole number of seconds');
  return { dryRun: values['dry-run'], graceSeconds: Number(grace) };
}

/** Runs beside the schedule: every step locks what it takes. */
export async function collectNow(client: Client, input: CollectionInput): Promise<CollectionReport> {
  const kind = input.dryRun === true ? 'dry-run' : 'by-hand';
  const handle = await client.workflow.start(workflowNames.cleanOciBlobs, {
    workflowId: `${schedules.cleanOciBlobs}-${kind}`,
    taskQueue: queues.publish,
    workflowIdConflictPolicy: 'USE_EXISTING',
    typedSearchAttributes: jobAttributes(workflowNames.cleanOciBlobs),
    staticSummary: 'Remove image layers that nothing refers to (by hand)',
    args: [input],
  });
  return (await handle.result()) as CollectionReport;
}

function describe(report: CollectionReport, isDryRun: boolean): string {
  const { candidates, unlinked, removed, bytesFreed, abandonedUploads } = report;
  if (isDryRun) return `${candidates} links would go, and up to ${bytesFreed} bytes with them\n`;
  return `${unlinked} of ${candidates} links went, ${removed} files of ${bytesFreed} bytes, ${abandonedUploads} abandoned uploads\n`;
}

async function main(): Promise<void> {
  let input: CollectionInput | null;
  try {
    input = readCollection(process.argv.slice(3));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
    return;
  }
  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace = 'rookery' } = process.env;
  if (input === null) {
    process.stdout.write(help);
    return;
  }
  const connection = await Connection.connect({
    ...(address === undefined ? {} : { address }),
    channelArgs: workflowChannel,
  }).catch((error: unknown) => {
    process.stderr.write(`the workflow service does not answer: ${String(error)}\n`);
  });
  if (!connection) {
    process.exitCode = 1;
    return;
  }
  try {
    const report = await collectNow(new Client({ connection, namespace }), input);
    process.stdout.write(describe(report, input.dryRun === true));
  } finally {
    await connection.close();
  }
}

if (import.meta.main) await main();

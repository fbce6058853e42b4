import { Client, Connection } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config/config.ts';
import { ConfigError } from '../config/env.ts';
import { workflowClient } from '../config/workflow-channel.ts';
import { DomainError } from '../domain/errors.ts';
import { allowGrace, withdrawGrace } from '../store/postgres/parts/collection-requests.ts';
import { openPool, type Pool } from '../store/postgres/pool.ts';
import {
  type CollectionInput,
  type CollectionReport,
  queues,
  schedules,
  workflowNames,
} from '../workflows/definitions.ts';
import { jobAttributes } from '../workflows/search-attributes.ts';

const help = `Usage: rookery admin clean-blobs [--dry-run] [--grace-seconds <number>]

Removes image layers and other separately uploaded files that no release has referred to for the grace
period (PART_GRACE_SECONDS), waits for the end and prints what went. The hourly schedule does the same.

  --dry-run        only counts what would go
  --grace-seconds  another grace period for this run
`;

/** @throws TypeError for unknown arguments, RangeError for an invalid number */
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

/**
 * Runs in parallel with the schedule: every step locks its rows. A `graceSeconds` of the operator is first recorded in
 * the database, as the input of a workflow is not trusted.
 */
export async function collectNow(
  { client, pool }: { client: Client; pool: Pool },
  input: CollectionInput,
): Promise<CollectionReport> {
  const { graceSeconds } = input;
  const requestId = randomUUID();
  if (graceSeconds !== undefined) await allowGrace(pool, requestId, graceSeconds);
  try {
    const kind = input.dryRun === true ? 'dry-run' : 'by-hand';
    const handle = await client.workflow.start(workflowNames.cleanOciBlobs, {
      workflowId: `${schedules.cleanOciBlobs}-${kind}`,
      taskQueue: queues.publish,
      workflowIdConflictPolicy: 'USE_EXISTING',
      typedSearchAttributes: jobAttributes(workflowNames.cleanOciBlobs),
      staticSummary: 'Remove image layers that nothing refers to (by hand)',
      args: [graceSeconds === undefined ? input : { ...input, requestId }],
    });
    return (await handle.result()) as CollectionReport;
  } finally {
    await withdrawGrace(pool, requestId);
  }
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
  if (input === null) {
    process.stdout.write(help);
    return;
  }
  try {
    await run(readConfig(process.env, 'worker'), input);
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof DomainError)) throw error;
    process.stderr.write(`rookery: ${error.message}\n`);
    process.exitCode = 1;
  }
}

async function run(config: Config, input: CollectionInput): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const connecting = Connection.connect(workflowClient(config)).catch((error: unknown) => {
    throw new DomainError('not_ready', 'the workflow service does not answer', {}, error);
  });
  const connection = resources.adopt(await connecting, (it) => it.close());
  const pool = resources.adopt(await openPool(config.secrets.directDatabaseUrl, 1), (it) => it.end());
  const client = new Client({ connection, namespace: config.temporal.namespace });
  const report = await collectNow({ client, pool }, input);
  process.stdout.write(describe(report, input.dryRun === true));
}

if (import.meta.main) await main();

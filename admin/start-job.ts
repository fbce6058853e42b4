import { Client } from '@temporalio/client';
import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { workflowClient } from '../config/workflow-channel.ts';
import { openConnection } from '../config/workflow-connection.ts';
import { loadOperator } from '../services/identity/operator.ts';
import { createJobRuns } from '../services/jobs/runs.ts';
import { Cleanup, type StartedKind, startJob } from '../services/jobs/start.ts';
import { openPool } from '../store/postgres/pool.ts';
import { runAdminTool, WrongArguments } from './run-tool.ts';

const help = `Usage: rookery admin reindex           brings the search up to date with every package
       rookery admin cleanup <what>    cleans up now: expired, expired-tokens or oci-blobs

  --as <username>  the platform administrator who does it, for the audit log (default: admin)

Prints the id of the job, or of the one that runs already; it goes on by itself. GET /v1/admin/jobs shows it.
`;

/** @throws WrongArguments */
export function readWanted(args: string[]): { as: string; kind: StartedKind } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { as: { type: 'string', default: 'admin' } },
  });
  const [verb, what, ...rest] = positionals;
  if (verb === 'reindex' && what === undefined) return { as: values.as, kind: 'reindex_search' };
  const cleanup = Cleanup.safeParse(what?.replaceAll('-', '_'));
  if (verb !== 'cleanup' || !cleanup.success || rest.length > 0) throw new WrongArguments(help.trim());
  return { as: values.as, kind: `cleanup_${cleanup.data}` };
}

async function main(args: string[]): Promise<void> {
  const { as, kind } = readWanted(args);
  const config = readConfig(process.env, 'worker');
  await using resources = new AsyncDisposableStack();
  const pool = resources.adopt(await openPool(config.secrets.directDatabaseUrl, 2), (it) => it.end());
  const caller = await loadOperator(pool, as);
  const connection = resources.adopt(openConnection(workflowClient(config)), (it) => it.close());
  const client = new Client({ connection, namespace: config.temporal.namespace });
  const { jobId, isNew } = await startJob({ pool, jobRuns: createJobRuns(client) }, caller, kind);
  process.stdout.write(`${kind} ${isNew ? 'started' : 'is running already'} as job ${jobId}\n`);
}

if (import.meta.main) await runAdminTool(help, main);

import { Client } from '@temporalio/client';
import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { blobsOptions } from '../config/blobs-options.ts';
import { type Config, readConfig } from '../config/config.ts';
import { workflowClient } from '../config/workflow-channel.ts';
import { openConnection } from '../config/workflow-connection.ts';
import { EcosystemId } from '../domain/ecosystem-id.ts';
import { createEcosystems } from '../ecosystems/index.ts';
import { createBlobs } from '../store/blobs/open.ts';
import { openPool } from '../store/postgres/pool.ts';
import type { ImportReport } from '../workflows/definitions.ts';
import { runAdminTool, WrongArguments } from './run-tool.ts';
import { followImport, startImport } from '../services/advisories/import.ts';

const help = `Usage: rookery admin import-advisories --ecosystem <name> <file.zip>

Imports known weaknesses of packages from an archive of OSV records, one JSON file each, as the OSV
database offers it for every ecosystem (all.zip). What is stored already is brought up to date, nothing is
removed; withdrawn advisories count no longer. Imported advisories are public.
The import goes on when this command is interrupted, and after a restart of the platform.
`;

interface Wanted {
  ecosystem: EcosystemId;
  file: string;
}

/** The parsed arguments, or the message to print instead of an import. */
export function readWanted(args: string[]): Wanted | string {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ecosystem: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [verb, file, ...rest] = positionals;
  if (values.help || verb !== 'import-advisories') return help;
  const known = createEcosystems().all.flatMap(({ id, osvName }) => (osvName === null ? [] : [id]));
  const ecosystem = EcosystemId.safeParse(values.ecosystem);
  if (!ecosystem.success || !known.includes(ecosystem.data)) {
    return `--ecosystem must be one of ${known.join(', ')}\n`;
  }
  if (file === undefined || rest.length > 0) return 'name one zip file\n';
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return `${file} is not a file\n`;
  return { ecosystem: ecosystem.data, file };
}

export function describeReport({ counts, total, affected }: ImportReport): string {
  const { added, updated, withdrawn, unchanged, elsewhere, refused } = counts;
  const parts = [
    `${counts.read} of ${total ?? '?'} entries`,
    `${added} new, ${updated} updated (${withdrawn} of them withdrawn), ${unchanged} unchanged`,
    ...(elsewhere === 0 ? [] : [`${elsewhere} about something else`]),
    ...(refused === 0 ? [] : [`${refused} could not be read, see the worker's log`]),
    ...(affected === null
      ? []
      : [`${affected.releases} versions of ${affected.packages} packages here are affected`]),
  ];
  return parts.join('; ');
}

async function main(args: string[]): Promise<void> {
  const wanted = readWanted(args);
  if (typeof wanted === 'string') throw new WrongArguments(wanted.trim());
  await run(readConfig(process.env, 'worker'), wanted);
}

async function run(config: Config, { ecosystem, file }: Wanted): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const pool = resources.adopt(await openPool(config.secrets.directDatabaseUrl, 2), (it) => it.end());
  const blobs = resources.adopt(createBlobs(blobsOptions(config)), (it) => it.close());
  const connection = resources.adopt(openConnection(workflowClient(config)), (it) => it.close());
  const client = new Client({ connection, namespace: config.temporal.namespace });
  const workflowId = await startImport({ pool, blobs, client }, ecosystem, file);
  process.stdout.write(`started ${workflowId}\n`);
  const report = await followImport({ client }, workflowId, createProgress());
  process.stdout.write(`${describeReport(report)}\n`);
}

/** Prints a line after each batch. */
function createProgress(): (report: ImportReport) => void {
  let shown = 0;
  return (report) => {
    if (report.counts.read === shown || report.affected !== null) return;
    shown = report.counts.read;
    process.stdout.write(`${describeReport(report)}\n`);
  };
}

if (import.meta.main) await runAdminTool(help, main);

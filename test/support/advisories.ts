import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildZip } from '../../ecosystems/zip-of-files.ts';
import type { PackagePlatform } from './platform.ts';

const root = join(import.meta.dirname, '../..');

export interface OsvRecord {
  id: string;
  modified?: string;
  withdrawn?: string;
  severity?: string;
  /** Package names with their advisories. */
  affected: { name: string; ecosystem?: string; events?: Record<string, string>[]; versions?: string[] }[];
}

/** One JSON file per record, as the archives of databases have it. */
export function osvArchive(records: OsvRecord[], others: { path: string; body: string }[] = []): Buffer {
  return buildZip([
    ...records.map((record) => ({ path: `${record.id}.json`, body: JSON.stringify(toOsv(record)) })),
    ...others,
  ]);
}

function toOsv({ id, modified = '2026-03-01T10:00:00Z', withdrawn, severity = 'HIGH', affected }: OsvRecord) {
  return {
    schema_version: '1.6.7',
    id,
    modified,
    ...(withdrawn === undefined ? {} : { withdrawn }),
    summary: `What is wrong: ${id}`,
    affected: affected.map(({ name, ecosystem = 'NuGet', events, versions }) => ({
      package: { ecosystem, name },
      ...(events === undefined ? {} : { ranges: [{ type: 'ECOSYSTEM', events }] }),
      ...(versions === undefined ? {} : { versions }),
    })),
    database_specific: { severity },
  };
}

export interface ImportOutcome {
  code: number | null;
  output: string;
}

/** Runs `bin/rookery admin import-advisories` for a platform, in another process. */
export async function importAdvisories(
  platform: Pick<PackagePlatform, 'environment'>,
  ecosystem: string,
  archive: Buffer,
): Promise<ImportOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-import-'));
  const file = join(folder, 'all.zip');
  await writeFile(file, archive);
  const args = ['cli/main.ts', 'admin', 'import-advisories', '--ecosystem', ecosystem, file];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...platform.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    return await outcomeOf(child);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function outcomeOf(child: ChildProcess): Promise<ImportOutcome> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

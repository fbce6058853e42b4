import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OwnPlatform } from '../support/platform.ts';
import { findTemporal, temporalMissing } from '../support/temporal.ts';
import { requireTool } from '../support/tool.ts';
import { openWorkflows } from '../support/workflows.ts';
import { neutral } from './anonymise-history.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
export const folder = join(import.meta.dirname, 'histories');
const binary = requireTool(await findTemporal(), temporalMissing);

/** Without what is of this machine. */
export async function save(platform: OwnPlatform, name: string, workflowId: string): Promise<void> {
  const { address, namespace } = platform.temporal;
  const args = [
    'workflow',
    'show',
    '--workflow-id',
    workflowId,
    '--address',
    address,
    '--namespace',
    namespace,
  ];
  const { stdout } = await run(binary, [...args, '--output', 'json'], { maxBuffer: 64 << 20 });
  const history = neutral(JSON.parse(stdout), { host: hostname(), root });
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(history, null, 1)}\n`);
}

export async function untilClosed(platform: OwnPlatform, workflowId: string): Promise<void> {
  await using client = openWorkflows(platform.temporal);
  await client.workflow
    .getHandle(workflowId)
    .result()
    .catch(() => undefined);
}

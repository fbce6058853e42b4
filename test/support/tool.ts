import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first executable of this name on PATH or in `folders`. */
export function findTool(name: string, folders: readonly string[] = []): string | undefined {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...path, ...folders].map((folder) => join(folder, name)).find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * For `describe.skipIf(isSkipped(...))`: true and a printed reason if a tool is missing on a user's machine.
 * In CI a missing tool skips nothing: the suite runs and fails when it starts the tool.
 */
export function isSkipped(tool: string | undefined, reason: string): boolean {
  if (tool !== undefined || process.env['CI'] === 'true') return false;
  process.stderr.write(`skipped: ${reason}\n`);
  return true;
}

/** @throws Error with the reason, which CI shows */
export function requireTool(tool: string | undefined, reason: string): string {
  if (tool === undefined) throw new Error(reason);
  return tool;
}

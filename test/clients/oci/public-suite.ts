import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Platform } from '../../support/platform.ts';
import { createMachine, newName } from './machine.ts';

export interface SuiteResult {
  tests: number;
  /** Failures, and tests that could not run as specified, each with the reason. */
  failures: string[];
}

/** Runs the test suite of the specification in two unused repositories. `version` is that of the specification. */
export async function runPublicSuite(
  platform: Platform,
  version: '1.0' | '1.1' | 'dev',
): Promise<SuiteResult> {
  const user = await platform.createUser();
  const machine = await createMachine();
  try {
    const { code, stdout, stderr } = await machine.runWith(
      {
        OCI_REGISTRY: new URL(platform.url).host,
        OCI_TLS: 'disabled',
        OCI_REPO1: newName(user.username),
        OCI_REPO2: newName(user.username),
        OCI_USERNAME: user.username,
        OCI_PASSWORD: user.token,
        OCI_VERSION: version,
        OCI_RESULTS_DIR: machine.folder,
        OCI_LOG: 'error',
      },
      'conformance',
    );
    const failures = failuresIn(stdout);
    if (code !== 0 && failures.length === 0) throw new Error(`conformance: ${stderr || stdout}`);
    const report = await readFile(join(machine.folder, 'junit.xml'), 'utf8');
    return { tests: Number(/ tests="(\d+)"/.exec(report)?.[1]), failures };
  } finally {
    await machine.remove();
  }
}

/** Reads the summary: a name with its outcome, then reasons. Tests of other versions are disabled. */
function failuresIn(summary: string): string[] {
  const lines = summary.split('\n');
  return lines.flatMap((line, index) => {
    const isReason = line.trimStart().startsWith('- ');
    return isReason ? [`${lines[index - 1]?.trim() ?? ''}: ${line.trim().slice(2)}`] : [];
  });
}

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'ci-count-'));
afterAll(() => rmSync(folder, { recursive: true }));

const written = (name: string, report: object): string => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(report));
  return file;
};

const passed = { title: 'reads', fullName: 'a page reads', status: 'passed', failureMessages: [] };
const failed = {
  ...passed,
  status: 'failed',
  fullName: 'a page posts',
  failureMessages: ['expected 200, got 500'],
};
const report = (numPassedTests: number, ...testResults: object[]): object => ({
  numPassedTests,
  numFailedTests: testResults.length,
  numFailedTestSuites: testResults.length,
  testResults,
});
const green = written('green.json', report(3));
const red = written(
  'red.json',
  report(2, { name: 'page.test.ts', status: 'failed', assertionResults: [passed, failed] }),
);
const broken = written('broken.json', {
  ...report(0, { name: 'lost.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }),
  numFailedTests: 0,
});

const count = (...args: string[]): { status: number | null; lines: string[] } => {
  const run = spawnSync(process.execPath, [join(import.meta.dirname, 'ci-count.mjs'), ...args], {
    encoding: 'utf8',
  });
  return { status: run.status, lines: run.stdout.trim().split('\n') };
};

describe('the end of the output of .ci/run', () => {
  test('a green run is one line', () => {
    expect(count(green, green, '--')).toEqual({ status: 0, lines: ['6 passed, 0 failed'] });
  });

  test('a failed test is named, with its message', () => {
    const { status, lines } = count(green, red, '--', 'npm test');
    expect(status).toBe(1);
    expect(lines).toEqual([
      '== failed',
      'page.test.ts > a page posts',
      'expected 200, got 500',
      'step: npm test',
      '5 passed, 1 failed',
    ]);
  });

  test('a file that breaks before its first test counts', () => {
    expect(count(broken, '--').lines.slice(1)).toEqual([
      'lost.test.ts',
      'no such module',
      '0 passed, 1 failed',
    ]);
  });

  test('a run that wrote nothing, or a part, counts', () => {
    const cut = join(folder, 'cut.json');
    writeFileSync(cut, '{"numPassedTests": 3, ');

    expect(count(join(folder, 'none.json'), cut, green, '--').lines.at(-1)).toBe('3 passed, 2 failed');
  });

  test('a step that failed without a test counts', () => {
    expect(count(green, '--', 'system packages').lines.slice(1)).toEqual([
      'step: system packages',
      '3 passed, 1 failed',
    ]);
  });
});

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
const suite = (name: string, ...assertionResults: { status: string }[]): object => ({
  name,
  status: assertionResults.every(({ status }) => status === 'passed') ? 'passed' : 'failed',
  assertionResults,
});
const report = (...testResults: object[]): object => ({ testResults });
const green = written('green.json', report(suite('read.test.ts', passed, passed, passed)));
const red = written('red.json', report(suite('page.test.ts', passed, failed), suite('read.test.ts', passed)));
const broken = written(
  'broken.json',
  report({ name: 'lost.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }),
);

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

  test('a file that passes when it is run again counts by that, and is named', () => {
    const first = written('first.json', report(suite('page.test.ts', passed, failed)));
    written('first.json.again', report(suite('page.test.ts', passed, passed)));

    const { status, lines } = count(first, '--');
    expect(status).toBe(0);
    expect(lines).toEqual([
      '== failed beside other files, and passed alone',
      'page.test.ts > a page posts',
      'expected 200, got 500',
      '2 passed, 0 failed',
    ]);
  });

  test('a file that fails again counts once', () => {
    const first = written('twice.json', report(suite('page.test.ts', failed, failed)));
    written('twice.json.again', report(suite('page.test.ts', passed, failed)));

    expect(count(first, '--').lines.at(-1)).toBe('1 passed, 1 failed');
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

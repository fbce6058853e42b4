// Runs failed test files again, one after the other: `node tools/ci-again.mjs REPORT`. In parallel runs a busy
// machine misses deadlines. tools/ci-count.mjs reads both reports, and lists the tests that failed only in the first
// run.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';

/** More failed files are not a coincidence. */
const MAX_FILES = 5;

const [report = ''] = process.argv.slice(2);
const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
const files = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
// without a failed file the run failed outside of any test
if (files.length === 0 || files.length > MAX_FILES) process.exit(1);

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--no-file-parallelism', ...files];
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}.again`];
process.exit(spawnSync(process.execPath, [...vitest, ...reporters], { stdio: 'inherit' }).status ?? 1);

// Ends the output of .ci/run: what failed, by name, and the line of counts.
// A log that is cut keeps its end, so that the end alone tells what to mend.
import { readFileSync } from 'node:fs';

const MAX_MESSAGE_CHARS = 2_000;

const args = process.argv.slice(2);
const files = args.slice(0, args.indexOf('--'));
const steps = args.slice(args.indexOf('--') + 1);
let passed = 0;
let failures = 0;
const lines = [];

for (const file of files) {
  const report = read(file);
  if (report === undefined) {
    failures += 1;
    lines.push(`${file}: not written, or cut`);
    continue;
  }
  passed += report.numPassedTests;
  // a suite that breaks before its first test has no failed test of its own
  failures += report.numFailedTests || (report.numFailedTestSuites ? 1 : 0);
  for (const suite of report.testResults) {
    const broken = suite.assertionResults.filter((test) => test.status === 'failed');
    if (suite.status === 'failed' && broken.length === 0) lines.push(`${suite.name}\n${suite.message}`);
    for (const test of broken) {
      lines.push(
        `${suite.name} > ${test.fullName}\n${test.failureMessages.join('\n').slice(0, MAX_MESSAGE_CHARS)}`,
      );
    }
  }
}
// an error outside of any test fails a step, and no test
failures ||= steps.length;

if (lines.length + steps.length > 0) lines.unshift('', '== failed');
lines.push(...steps.map((step) => `step: ${step}`), `${passed} passed, ${failures} failed`);
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = failures > 0 ? 1 : 0;

/** Undefined of a run that ended before it had written everything. */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

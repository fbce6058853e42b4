// Prints the end of the output of .ci/run: the names of failures and the counts. A truncated log keeps its end, so
// the end must suffice for a repair.
import { readFileSync } from 'node:fs';

const MAX_MESSAGE_CHARS = 2_000;

const args = process.argv.slice(2);
const files = args.slice(0, args.indexOf('--'));
const steps = args.slice(args.indexOf('--') + 1);
let passed = 0;
let failures = 0;
const lines = [];
const unsteady = [];

for (const file of files) {
  const report = read(file);
  if (report === undefined) {
    failures += 1;
    lines.push(`${file}: not written, or cut`);
    continue;
  }
  // the report of tools/ci-again.mjs
  const again = new Map(read(`${file}.again`)?.testResults.map((suite) => [suite.name, suite]));
  for (const first of report.testResults) {
    const suite = again.get(first.name) ?? first;
    const broken = failuresOf(suite);
    passed += suite.assertionResults.filter(({ status }) => status === 'passed').length;
    failures += broken.length;
    lines.push(...broken);
    if (broken.length === 0) unsteady.push(...failuresOf(first));
  }
}
// an error outside of any test fails only a step
failures ||= steps.length;

if (lines.length + steps.length > 0) lines.unshift('', '== failed');
if (unsteady.length > 0) lines.unshift('', '== failed beside other files, and passed alone', ...unsteady);
lines.push(...steps.map((step) => `step: ${step}`), `${passed} passed, ${failures} failed`);
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = failures > 0 ? 1 : 0;

/** A suite that fails before its first test has no failed test. */
function failuresOf(suite) {
  const tests = suite.assertionResults.filter(({ status }) => status === 'failed');
  if (suite.status === 'failed' && tests.length === 0) return [`${suite.name}\n${suite.message}`];
  return tests.map(
    (test) =>
      `${suite.name} > ${test.fullName}\n${test.failureMessages.join('\n').slice(0, MAX_MESSAGE_CHARS)}`,
  );
}

/** Undefined for an incomplete report. */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

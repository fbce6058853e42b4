import { expect, test } from 'vitest';
import { readCollection } from './clean-blobs-main.ts';

test.each([
  [[], { dryRun: false }],
  [['--dry-run'], { dryRun: true }],
  [['--grace-seconds', '0'], { dryRun: false, graceSeconds: 0 }],
  [['--dry-run', '--grace-seconds', '3600'], { dryRun: true, graceSeconds: 3600 }],
  [['--help'], null],
])('%j is understood', (args, expected) => {
  expect(readCollection(args)).toEqual(expected);
});

test.each([[['--grace-seconds', '-1']], [['--grace-seconds', 'soon']], [['--all']], [['now']]])(
  '%j is refused',
  (args) => {
    expect(() => readCollection(args)).toThrow(/grace-seconds|--all|now/);
  },
);

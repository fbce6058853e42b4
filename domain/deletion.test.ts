import { expect, test } from 'vitest';
import { type DeletionRule, isTaken, reasonToKeep } from './deletion.ts';

const now = new Date('2026-03-10T12:00:00Z');
const within72: DeletionRule = { withinHours: 72, keepsForDependents: true };
const always: DeletionRule = { withinHours: null, keepsForDependents: false };

test.each([
  { rule: within72, published: '2026-03-10T11:00:00Z', hasDependents: false, stays: null },
  { rule: within72, published: '2026-03-07T12:00:00Z', hasDependents: false, stays: null },
  { rule: within72, published: '2026-03-07T11:59:59Z', hasDependents: false, stays: /more than 72 hours/ },
  { rule: within72, published: '2026-03-10T11:00:00Z', hasDependents: true, stays: /depend on this one/ },
  { rule: always, published: '2020-01-01T00:00:00Z', hasDependents: true, stays: null },
])('published $published, dependents: $hasDependents, $rule.withinHours h: $stays', (sample) => {
  const release = { version: '1.0.0', publishedAt: new Date(sample.published) };

  const reason = reasonToKeep(release, { now, hasDependents: sample.hasDependents }, sample.rule);

  expect(reason ?? '').toMatch(sample.stays ?? /^$/);
});

test.each([
  { state: 'published', seen: true, deletedVersions: 'free', taken: true },
  { state: 'quarantine', seen: true, deletedVersions: 'free', taken: true },
  { state: 'rejected', seen: true, deletedVersions: 'free', taken: true },
  { state: 'rejected', seen: false, deletedVersions: 'reserved', taken: false },
  { state: 'scanning', seen: false, deletedVersions: 'reserved', taken: false },
  { state: 'deleted', seen: true, deletedVersions: 'reserved', taken: true },
  { state: 'deleted', seen: true, deletedVersions: 'free', taken: false },
] as const)('$state, seen: $seen, deleted ones $deletedVersions: taken is $taken', (sample) => {
  const release = { state: sample.state, publishedAt: sample.seen ? now : null };

  expect(isTaken(release, sample.deletedVersions)).toBe(sample.taken);
});

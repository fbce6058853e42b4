import { expect, it } from 'vitest';
import { renderStaged, renderStagedSymbols } from './staged-item.ts';

const release = {
  id: 'release',
  name: 'Acme.Text',
  version: '1.0.0-Beta',
  ownerName: 'alice',
  uploadSha256: '',
  uploadedAt: new Date('2026-01-02T03:04:05.000Z'),
};

it.each([
  { state: 'quarantine', statusReason: null, status: 'waitingForParent', canPromote: false, blockers: [] },
  { state: 'scanning', statusReason: null, status: 'validating', canPromote: false, blockers: [] },
  { state: 'quarantine', statusReason: 'awaiting_approval', status: 'ready', canPromote: true, blockers: [] },
  {
    state: 'quarantine',
    statusReason: 'blocked_by_findings',
    status: 'validationFailed',
    canPromote: false,
    blockers: [{ code: 'blocked_by_findings', message: 'findings have to be resolved first' }],
  },
] as const)('$state for $statusReason is $status', ({ state, statusReason, ...expected }) => {
  const item = renderStaged({ ...release, state, statusReason }, undefined, 'http://rookery.test');

  expect(item).toMatchObject(expected);
  expect(item.managementUrl).toBe('http://rookery.test/v1/packages/nuget/Acme.Text/releases/1.0.0-Beta');
});

it.each([
  { statusReason: 'awaiting_approval', isChecked: true, status: 'ready', canPromote: true },
  { statusReason: 'blocked_by_findings', isChecked: true, status: 'waitingForParent', canPromote: false },
  { statusReason: null, isChecked: true, status: 'waitingForParent', canPromote: false },
  { statusReason: 'awaiting_approval', isChecked: false, status: 'validating', canPromote: false },
])('symbols of a package that is $statusReason are $status', ({ statusReason, isChecked, ...expected }) => {
  const stagedAt = new Date('2026-01-02T03:05:00.000Z');
  const parent = { ...release, state: 'quarantine' as const, statusReason, stagedAt, isChecked };

  const item = renderStagedSymbols(parent, { id: 'spring', name: 'Spring' }, 'http://rookery.test');

  expect(item).toMatchObject({
    ...expected,
    kind: 'symbols',
    uploaded: '2026-01-02T03:05:00.000Z',
    group: { id: 'spring', name: 'Spring' },
  });
});

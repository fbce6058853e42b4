import { expect, it } from 'vitest';
import { renderStaged } from './staged-item.ts';

const release = {
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
    blockers: ['findings have to be resolved first'],
  },
] as const)('$state for $statusReason is $status', ({ state, statusReason, ...expected }) => {
  const item = renderStaged({ ...release, state, statusReason }, 'http://rookery.test');

  expect(item).toMatchObject(expected);
  expect(item.managementUrl).toBe('http://rookery.test/v1/packages/nuget/Acme.Text/releases/1.0.0-Beta');
});

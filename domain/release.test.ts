import { describe, expect, it } from 'vitest';
import { assertMove, reasonToWait } from './release.ts';

describe('what a held release waits for', () => {
  it.each([
    { reason: 'blocked_by_findings', isApproved: false, isBlocked: true, waitsFor: 'blocked_by_findings' },
    { reason: 'blocked_by_findings', isApproved: true, isBlocked: true, waitsFor: 'blocked_by_findings' },
    { reason: 'blocked_by_findings', isApproved: false, isBlocked: false, waitsFor: null },
    { reason: 'policy_hold', isApproved: false, isBlocked: false, waitsFor: 'policy_hold' },
    { reason: 'policy_hold', isApproved: true, isBlocked: true, waitsFor: 'policy_hold' },
    { reason: 'policy_hold', isApproved: true, isBlocked: false, waitsFor: null },
    { reason: 'awaiting_approval', isApproved: false, isBlocked: false, waitsFor: 'awaiting_approval' },
    { reason: 'awaiting_approval', isApproved: true, isBlocked: false, waitsFor: null },
  ])('$reason, approved: $isApproved, blocked: $isBlocked', ({ reason, isApproved, isBlocked, waitsFor }) => {
    expect(reasonToWait({ reason, isApproved, needsApproval: false }, isBlocked)).toBe(waitsFor);
  });

  it.each([
    { reason: 'blocked_by_findings', isApproved: false, waitsFor: 'awaiting_approval' },
    { reason: 'blocked_by_findings', isApproved: true, waitsFor: null },
    { reason: 'scan_failed', isApproved: false, waitsFor: 'awaiting_approval' },
    { reason: 'render_failed', isApproved: false, waitsFor: 'awaiting_approval' },
    { reason: 'render_failed', isApproved: true, waitsFor: null },
  ])(
    '$reason, approved: $isApproved, where everything needs approval',
    ({ reason, isApproved, waitsFor }) => {
      expect(reasonToWait({ reason, isApproved, needsApproval: true }, false)).toBe(waitsFor);
    },
  );
});

it('a visible release can be hidden and come back, a rejected one cannot', () => {
  expect(() => assertMove('published', 'quarantine')).not.toThrow();
  expect(() => assertMove('quarantine', 'published')).not.toThrow();
  expect(() => assertMove('rejected', 'published')).toThrow('cannot become');
});

import { expect, it } from 'vitest';
import { auditActions } from '../../../domain/audit.ts';
import { actionWords } from './action-words.ts';

it.each([
  ['release_hold', 'release hold'],
  ['org_ownership_transfer', 'organization ownership transfer'],
  ['mfa_recovery_use', 'MFA recovery use'],
])('%s', (action, words) => {
  expect(actionWords(action)).toBe(words);
});

it('gives each action words of its own', () => {
  expect(new Set(auditActions.map(actionWords)).size).toBe(auditActions.length);
});

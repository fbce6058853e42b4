import { expect, test } from 'vitest';
import { describeHold } from './receipt.ts';

const hold = { reason: 'blocked_by_findings', findings: 1, title: 'Private key', file: 'package/key.pem' };

test.each([
  [hold, 'Private key in package/key.pem'],
  [{ ...hold, findings: 2 }, 'Private key in package/key.pem, and 1 more finding'],
  [{ ...hold, findings: 9, file: null }, 'Private key, and 8 more findings'],
  [{ ...hold, findings: 0, title: null, file: null, reason: 'awaiting_approval' }, 'waits for an approval'],
  [{ ...hold, findings: 0, title: null, file: null, reason: 'new' }, 'waits for a decision'],
])('a hold is one sentence: %o', (given, sentence) => {
  expect(describeHold(given)).toBe(sentence);
});

test('outside texts are cut and can not end a header or a quoted string', () => {
  const told = describeHold({ ...hold, file: `a"\\\r\nx-evil: 1\u001b[31m\u00e9${'y'.repeat(300_000)}` });

  expect(told).toMatch(/^[ -~]{20,240}$/);
  expect(told).not.toMatch(/["\\]/);
});

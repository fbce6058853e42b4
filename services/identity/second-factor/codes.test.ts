import { createHash } from 'node:crypto';
import { generateSync } from 'otplib';
import { expect, test, vi } from 'vitest';
import { createRecoveryCodes, createSecret, provisioningUri, readCode, stepOf } from './codes.ts';

test('recovery codes are eight, differ, and are read however they are typed', () => {
  const codes = createRecoveryCodes();
  const [code = ''] = codes;
  const hash = createHash('sha256').update(code.replace('-', '')).digest();

  expect(new Set(codes).size).toBe(8);
  for (const each of codes) expect(each).toMatch(/^[a-z0-9]{4}-[a-z0-9]{4}$/);
  for (const typed of [code, code.toUpperCase(), code.replace('-', ''), ` ${code} `]) {
    expect(readCode(typed)).toEqual({ kind: 'recovery', hash });
  }
});

test.each(['', '12345', '1234567', 'abcd-efg', 'abcd_efgh', '123456\u0000', 'x'.repeat(100_000)])(
  '%j is no code',
  (typed) => {
    expect(readCode(typed.slice(0, 100_000))).toBeUndefined();
  },
);

test('the address for apps says all of it', () => {
  expect(provisioningUri('JBSWY3DPEHPK3PXP', 'alice')).toBe(
    'otpauth://totp/Rookery:alice?secret=JBSWY3DPEHPK3PXP&issuer=Rookery&algorithm=SHA1&digits=6&period=30',
  );
});

test('a code counts in its period and those beside it', () => {
  const secret = createSecret();
  const now = 1_750_000_000;
  vi.useFakeTimers({ now: now * 1_000, toFake: ['Date'] });
  try {
    const step = Math.floor(now / 30);
    const codeAt = (seconds: number) => generateSync({ secret, epoch: now + seconds });

    expect(stepOf(secret, codeAt(0))).toBe(step);
    expect(stepOf(secret, codeAt(-30))).toBe(step - 1);
    expect(stepOf(secret, codeAt(30))).toBe(step + 1);
    expect(stepOf(secret, codeAt(-90))).toBeUndefined();
    expect(stepOf(secret, codeAt(90))).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

// RFC 6238, appendix B: the SHA-1 values, cut to six digits
test('the codes are those of the specification', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  vi.useFakeTimers({ now: 1_111_111_109_000, toFake: ['Date'] });
  try {
    expect(stepOf(secret, '081804')).toBe(Math.floor(1_111_111_109 / 30));
  } finally {
    vi.useRealTimers();
  }
});

import { describe, expect, it } from 'vitest';
import { findPasswordProblem } from './password.ts';

const person = { username: 'alice-the-great', email: 'alice@example.com' };

describe('new passwords', () => {
  it.each([
    ['short', 'too_short'],
    ['a'.repeat(257), 'too_long'],
    ['Password1234', 'too_common'],
    ['correct horse battery staple', 'too_common'],
    ['Alice-The-Great', 'too_common'],
    ['alice@example.com', 'too_common'],
  ])('are refused: %s', (password, code) => {
    expect(findPasswordProblem(password, person)).toMatchObject({ path: 'password', code });
  });

  it.each(['twelve chars', '🦀'.repeat(12), 'a'.repeat(256)])('may be %s', (password) => {
    expect(findPasswordProblem(password, person)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { describePasswordProblems, findPasswordProblems } from './password.ts';

const person = { username: 'alice-the-great', email: 'alice@example.com' };

describe('new passwords', () => {
  it.each([
    ['short', 'too_short'],
    ['a'.repeat(257), 'too_long'],
    ['Password1234', 'too_common'],
    ['correct horse battery staple', 'too_common'],
    ['Alice-The-Great', 'is_username'],
    ['alice@example.com', 'is_email'],
  ])('are refused: %s', (password, code) => {
    expect(findPasswordProblems(password, person)).toMatchObject([{ path: 'password', code }]);
  });

  it.each(['twelve chars', '🦀'.repeat(12), 'a'.repeat(256)])('may be %s', (password) => {
    expect(findPasswordProblems(password, person)).toEqual([]);
  });

  it('are told all that is wrong with them', () => {
    const problems = findPasswordProblems(
      'Bob',
      { username: 'bob', email: 'bob@example.com' },
      'new_password',
    );

    expect(problems.map(({ path, code }) => [path, code])).toEqual([
      ['new_password', 'too_short'],
      ['new_password', 'is_username'],
    ]);
    expect(describePasswordProblems(problems)).toBe(
      'the password must have at least 12 characters, and must not be your name',
    );
  });
});

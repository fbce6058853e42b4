import { expect, it } from 'vitest';
import { describeError } from './describe-error.ts';

it('says type, message, code and causes, and nothing that was hung on the error', () => {
  const cause = Object.assign(new TypeError('connect'), { code: 'ECONNREFUSED', values: ['secret'] });
  const error = Object.assign(new Error('step failed', { cause }), {
    type: 'internal',
    row: { a: 'secret' },
  });

  const described = describeError(error);

  expect(described).toMatchObject({
    type: 'Error internal',
    message: 'step failed',
    cause: { type: 'TypeError', message: 'connect', code: 'ECONNREFUSED' },
  });
  expect(JSON.stringify(described)).not.toContain('secret');
});

it.each([
  ['a text', 'boom', { type: 'string', message: 'boom' }],
  ['nothing', undefined, { type: 'undefined', message: 'undefined' }],
])('describes %s that was thrown', (_what, thrown, described) => {
  expect(describeError(thrown)).toEqual(described);
});

it('ends where causes go round in a circle', () => {
  const error = new Error('around');
  error.cause = error;

  expect(JSON.stringify(describeError(error)).match(/"message":"around"/g)).toHaveLength(6);
});

it('a line of the log has a bound, whatever the message quotes, and shows where it was thrown', () => {
  const described = describeError(new Error(`a${'\n    at '.repeat(250_000)}b`));

  expect(JSON.stringify(described).length).toBeLessThan(10_000);
  expect(described.stack).toContain('describe-error.test.ts');
});

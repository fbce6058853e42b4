import { expect, test } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const box = createSecretBox(['a signing secret of at least 32 bytes'], 'authenticator');

test('what is sealed is opened for its holder alone', () => {
  const sealed = box.seal('JBSWY3DPEHPK3PXP', 'alice');

  expect(box.open(sealed, 'alice')).toBe('JBSWY3DPEHPK3PXP');
  expect(sealed.includes('JBSWY3DP')).toBe(false);
  expect(() => box.open(sealed, 'bob')).toThrow('unable to authenticate');
});

test('two seals of one text differ', () => {
  expect(box.seal('text', 'alice')).not.toEqual(box.seal('text', 'alice'));
});

test.each([0, 12, 28, 30])('a change of byte %i is noticed', (index) => {
  const sealed = box.seal('JBSWY3DPEHPK3PXP', 'alice');
  sealed.writeUInt8(sealed.readUInt8(index) ^ 1, index);

  expect(() => box.open(sealed, 'alice')).toThrow('unable to authenticate');
});

test('another signing secret opens nothing', () => {
  const sealed = box.seal('text', 'alice');

  expect(() =>
    createSecretBox(['another signing secret of 32 bytes'], 'authenticator').open(sealed, 'alice'),
  ).toThrow('unable to authenticate');
});

test('two keys overlap: what the former one sealed is opened, and sealed anew with the first', () => {
  const former = 'a signing secret of at least 32 bytes';
  const both = createSecretBox(['another signing secret of 32 bytes', former], 'authenticator');
  const next = createSecretBox(['another signing secret of 32 bytes'], 'authenticator');
  const sealed = box.seal('text', 'alice');

  const renewed = both.renew(sealed, 'alice') ?? Buffer.alloc(0);

  expect(both.open(sealed, 'alice')).toBe('text');
  expect(next.open(renewed, 'alice')).toBe('text');
  expect(both.renew(renewed, 'alice')).toBeNull();
  expect(() => both.open(sealed, 'bob')).toThrow('unable to authenticate');
});

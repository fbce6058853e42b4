import { expect, it } from 'vitest';
import { createMakers } from './makers.ts';

const makers = createMakers({
  secret: 'secret',
  accountOf: async (credential) => ({ userId: credential, isAdmin: credential === 'admin' }),
});

const address = '192.0.2.1';
const made = async (account: { userId: string; isAdmin: boolean } | null) => ({
  maker: await makers.makerOf({ credential: undefined, address, account }),
  madeAt: new Date(),
  seats: null,
});

it('knows readers of pages by the account of their session, and others by their credential', async () => {
  const { maker } = await made({ userId: 'ada', isAdmin: false });
  expect(maker.userId).toBe('ada');
  expect((await makers.makerOf({ credential: 'ben', address })).userId).toBe('ben');
  expect((await made(null)).maker.userId).toBeNull();
});

it.each([
  ['its maker', { userId: 'ada', isAdmin: false }, true],
  ['another account at the same address', { userId: 'ben', isAdmin: false }, false],
  ['an administrator', { userId: 'eve', isAdmin: true }, true],
  ['a reader without an account', null, false],
])('lets %s remove what an account made: %o %s', async (_who, account, isAllowed) => {
  const removal = makers.requireRemoval(await made({ userId: 'ada', isAdmin: false }), {
    credential: undefined,
    address,
    account,
  });
  const outcome = await removal.then(
    () => 'removed',
    (error: unknown) => (error as { code: string }).code,
  );
  expect(outcome).toBe(isAllowed ? 'removed' : 'not_maker');
});

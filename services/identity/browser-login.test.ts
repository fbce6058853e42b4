import { expect, test } from 'vitest';
import { createMemoryKeyValue } from '../../store/kv/memory.ts';
import { createBrowserLogins } from './browser-login.ts';

const client = { hostname: 'laptop', address: '192.0.2.1', confirms: null };
const shownClient = { hostname: 'laptop', address: '192.0.2.1', isConfirmation: false };
const approval = { userId: 'alice', origin: { ipAddress: '192.0.2.2', userAgent: 'browser' } };
const lost = { code: 'not_found' };

function open() {
  const clock = { at: Date.now() };
  return { clock, logins: createBrowserLogins(createMemoryKeyValue({ now: () => clock.at })) };
}

test('a log-in waits until somebody says yes and is taken once', async () => {
  const { logins } = open();
  const { id, pageId } = await logins.start(client);

  const before = await logins.take(id);
  const shown = await logins.find(pageId);
  await logins.approve(pageId, approval);
  const taken = await logins.take(id);

  expect(before).toBeNull();
  expect(shown).toEqual({ ...shownClient, code: pageId.slice(-8) });
  expect(taken).toEqual({ ...approval, hostname: 'laptop', isConfirmation: false });
  await expect(logins.take(id)).rejects.toMatchObject(lost);
});

test('of many who ask at once one gets the answer', async () => {
  const { logins } = open();
  const { id, pageId } = await logins.start(client);
  await logins.approve(pageId, approval);

  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => logins.take(id)));

  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('the address of the page is not enough to take it', async () => {
  const { logins } = open();
  const [mine, other] = [await logins.start(client), await logins.start(client)];
  await logins.approve(mine.pageId, approval);

  for (const id of [mine.pageId, mine.pageId + other.id.slice(40), '', '../x']) {
    await expect(logins.take(id)).rejects.toMatchObject(lost);
  }
});

test('what is noted beside a log-in is no page', async () => {
  const { logins } = open();
  const { pageId } = await logins.start(client);
  await logins.approve(pageId, approval);

  expect(await logins.find(`${pageId}:approved`)).toBeNull();
});

test('nobody says yes twice, or after it was taken', async () => {
  const { logins } = open();
  const { id, pageId } = await logins.start(client);
  await logins.approve(pageId, approval);

  await expect(logins.approve(pageId, { ...approval, userId: 'mallory' })).rejects.toMatchObject(lost);
  expect(await logins.find(pageId)).toBeNull();
  expect(await logins.take(id)).toMatchObject({ userId: 'alice' });
  await expect(logins.approve(pageId, approval)).rejects.toMatchObject(lost);
});

test('after ten minutes it is gone', async () => {
  const { clock, logins } = open();
  const { id, pageId } = await logins.start(client);

  clock.at += 601_000;

  expect(await logins.find(pageId)).toBeNull();
  await expect(logins.take(id)).rejects.toMatchObject(lost);
  await expect(logins.approve(pageId, approval)).rejects.toMatchObject(lost);
});

test('what is stored does not say how to take it', async () => {
  const stored: string[] = [];
  const kv = createMemoryKeyValue();
  const logins = createBrowserLogins({
    ...kv,
    set: (key, value, seconds) => {
      stored.push(key, value);
      return kv.set(key, value, seconds);
    },
  });

  const { id, pageId } = await logins.start(client);
  await logins.approve(pageId, approval);

  expect(stored.join(' ')).not.toContain(id.slice(40));
});

test('a change is confirmed by the person whose token asked for it, and by nobody else', async () => {
  const { logins } = open();
  const { id, pageId } = await logins.start({ ...client, confirms: 'alice' });

  await expect(logins.approve(pageId, { ...approval, userId: 'mallory' })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await logins.approve(pageId, approval);

  expect(await logins.take(id)).toMatchObject({ userId: 'alice', isConfirmation: true });
});

test('the code of a confirmation is good for its person, for five minutes', async () => {
  const { clock, logins } = open();
  const code = await logins.issueCode('alice', 600);

  expect(code).toMatch(/^[0-9a-f]{64}$/);
  expect(await logins.isConfirmed('alice', code)).toBe(true);
  expect(await logins.isConfirmed('mallory', code)).toBe(false);
  expect(await logins.isConfirmed('alice', code.replace(/^./, 'x'))).toBe(false);
  clock.at += 301_000;
  expect(await logins.isConfirmed('alice', code)).toBe(false);
});

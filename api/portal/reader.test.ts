import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createCookies } from './cookies.ts';
import { createFlashBox } from './flash.ts';
import { holderOf, readContext, type ReaderParts, strangerContext } from './reader.ts';

it('keeps the flash of a session that can not be read', async () => {
  const flashes = createFlashBox(['x'.repeat(32)]);
  let isAway = true;
  const pageSessions = {
    resume: async () => {
      if (isAway) throw new Error('the database is away');
      return { actor: { sessionId: 'one' } };
    },
  };
  const parts = {
    services: { config: { chess: { lang: 'en' } }, pageSessions },
    cookies: createCookies('http://localhost'),
    flashes,
    // the functions under test read no other members
  } as unknown as ReaderParts;
  const app = Fastify();
  app.get('/', async (request, reply) => {
    const context = await readContext(parts, request, reply).catch(() =>
      strangerContext(parts, request, reply),
    );
    return { flash: context.flash ?? null };
  });
  const flash = { notice: 'made', secret: 'pub_1' };
  const cookie = `rookery_session=s; rookery_flash=${flashes.seal(flash, holderOf('one'))}`;
  const read = () => app.inject({ url: '/', headers: { cookie } });

  const away = await read();
  expect(away.json()).toEqual({ flash: null });
  expect(away.headers['set-cookie']).toBeUndefined();
  isAway = false;
  expect((await read()).json()).toEqual({ flash });
  await app.close();
});

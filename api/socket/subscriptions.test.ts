import { expect, it } from 'vitest';
import { createFeed } from '../../services/feeds/feed.ts';
import { feedEvent, type Source } from '../../services/feeds/feed-event.ts';
import { createSubscriptions } from './subscriptions.ts';

/** A fake game whose rows can be absent for one read. */
function createGame(maximum = 1) {
  const rows = { last: 3, isAwayOnce: false, isLast: false };
  const source: Source = {
    isDense: true,
    async find() {
      const { isAwayOnce } = rows;
      rows.isAwayOnce = false;
      if (isAwayOnce) throw new Error('the rows are away');
      return { seq: rows.last, isGone: false };
    },
    listSince: async (id, since) =>
      Array.from({ length: rows.last - since }, (_, index) =>
        feedEvent({ id, seq: since + index + 1, isLast: rows.isLast }, () => ({})),
      ),
    listChangedWithin: async () => [],
  };
  const feed = createFeed(source, { log: { warn: () => undefined } });
  const told: string[] = [];
  const subscriptions = createSubscriptions(
    { games: feed, reviews: feed },
    maximum,
    ({ seq }, locale) => void told.push(`${locale}${seq}`),
  );
  function hear(): void {
    rows.last += 1;
    feed.hear('a', rows.last);
  }
  async function happens(): Promise<void> {
    hear();
    // this read follows the read of the first subscription
    await feed.follow('a', null, { begin() {}, tell() {} });
  }
  const follow = (locale: 'en' | 'de' | 'fr') =>
    subscriptions.followGame('a', { since: null, locale, begin: () => void told.push(`${locale} begins`) });
  return { rows, told, subscriptions, follow, hear, happens };
}

it('subscribing again takes the place of the subscription before', async () => {
  const { told, follow, happens, subscriptions } = createGame();
  await follow('en');
  await happens();
  await follow('de');
  await happens();
  subscriptions.leaveGame('a');
  await happens();

  expect(told).toEqual(['en begins', 'en4', 'de begins', 'de5']);
});

it('what is not read yet when the successor begins is told by the one before', async () => {
  const { rows, told, follow, happens } = createGame();
  await follow('en');
  // the row exists before its notice arrives
  rows.last += 1;
  await follow('de');
  await happens();

  expect(told).toEqual(['en begins', 'en4', 'de begins', 'de5']);
});

it('a subscription goes on when its successor can not begin', async () => {
  const { rows, told, follow, happens, subscriptions } = createGame();
  await follow('en');
  rows.isAwayOnce = true;
  await expect(follow('de')).rejects.toThrow('the rows are away');
  await happens();
  subscriptions.leaveGame('a');
  await happens();

  expect(told).toEqual(['en begins', 'en4']);
});

it('two successors at once have nothing told twice', async () => {
  const { told, follow, hear, happens, subscriptions } = createGame(2);
  subscriptions.followAll('pt');
  await follow('en');
  hear();
  await Promise.all([follow('de'), follow('fr')]);
  await happens();

  expect(told).toEqual(['en begins', 'en4', 'de begins', 'fr begins', 'fr5']);
});

it('a successor that can not begin takes nothing from the next one', async () => {
  const { rows, told, follow, happens } = createGame();
  await follow('en');
  rows.last += 1;
  rows.isAwayOnce = true;
  const refused = follow('de');
  const begun = follow('fr');
  await expect(refused).rejects.toThrow('the rows are away');
  await begun;
  await happens();

  expect(told).toEqual(['en begins', 'en4', 'fr begins', 'fr5']);
});

it('a subscription that has heard the last is not brought back', async () => {
  const { rows, told, follow, hear, subscriptions } = createGame();
  await follow('en');
  rows.isLast = true;
  rows.isAwayOnce = true;
  hear();
  await expect(follow('de')).rejects.toThrow('the rows are away');

  expect(told).toEqual(['en begins', 'en4']);
  // the subscription's place is free
  expect(() => subscriptions.followAll('pt')).not.toThrow();
});

it('leaving while the successor begins leaves both', async () => {
  const { told, follow, happens, subscriptions } = createGame();
  await follow('en');
  const begun = follow('de');
  subscriptions.leaveGame('a');
  await begun;
  await happens();

  expect(told).toEqual(['en begins']);
});

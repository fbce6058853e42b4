import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { html } from '../html.ts';
import { languageOf } from '../language.ts';
import type { PageContext } from '../page.ts';
import { openList } from './list-page.ts';

const all = Array.from({ length: 250 }, (_, index) => index + 1);

function pageOf(query: string, entries = all) {
  const context = { ...languageOf('en'), query: new URLSearchParams(query) } as PageContext;
  const { window, close } = openList(context, '/account/tokens');
  const { shown, isEmpty, pager } = close(entries.slice(window.offset, window.offset + window.limit));
  const links = [...renderToString(html`<div>${pager}</div>`).matchAll(/rel="(\w+)" href="([^"]+)"/g)];
  return { shown, isEmpty, links: links.map(([, rel, href]) => `${rel} ${href}`) };
}

it('reaches every entry from page to page, and each once', () => {
  const pages = ['', 'page=2', 'page=3'].map((query) => pageOf(query));

  expect(pages.flatMap(({ shown }) => shown)).toEqual(all);
  expect(pages.map(({ links }) => links)).toEqual([
    ['next /account/tokens?page=2'],
    ['prev /account/tokens', 'next /account/tokens?page=3'],
    ['prev /account/tokens?page=2'],
  ]);
});

it('has no links for a list on one page, and a way back from behind the end', () => {
  expect(pageOf('', all.slice(0, 100))).toMatchObject({ isEmpty: false, links: [] });
  expect(pageOf('', [])).toEqual({ shown: [], isEmpty: true, links: [] });
  expect(pageOf('page=4')).toEqual({ shown: [], isEmpty: false, links: ['prev /account/tokens?page=3'] });
});

import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { languageOf } from '../../language.ts';
import type { PageContext, View } from '../../page.ts';
import { homePage } from './page.ts';

it('has one way to the first publish while there is no package', async () => {
  const context = {
    ...languageOf('en'),
    services: {
      search: { packages: async () => ({ total: 0, hits: [] }) },
      stats: async () => ({ packages: 0, releases: 0, organizations: 0, artifacts: 0 }),
    },
    caller: {},
    openInvitations: async () => 0,
  } as unknown as PageContext;
  const { body } = (await homePage.view(context)) as View;

  expect(renderToString(body).match(/href="\/publish"/g)).toHaveLength(1);
});

import type { Page } from '../../page.ts';
import { atomFeed } from './atom.ts';

/** Public releases of all packages. */
export const feedPage: Page = {
  path: '/feed.atom',
  async view(context) {
    const releases = await context.services.releases.listNewest();
    return atomFeed(context, { title: context.t('site.title'), path: '/feed.atom', about: '/', releases });
  },
};

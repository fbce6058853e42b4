import { type Page, pathOf, redirect, withQuery } from '../../page.ts';

/**
 * The address in messages about a held release: it leads to the log-in, then to the page of the release. The answer
 * is the same for a missing release.
 */
export const releaseLinkPage: Page = {
  path: '/login/releases/:ecosystem/:name/:version',
  view({ person, params }) {
    const page = pathOf('packages', params['ecosystem'] ?? '', params['name'] ?? '', params['version'] ?? '');
    return redirect(person ? page : withQuery('/login', { next: page }));
  },
};

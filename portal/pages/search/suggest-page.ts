import { packageHref } from '../../components/package-link.ts';
import type { Page } from '../../page.ts';

/** Names that begin with the typed text, as JSON for the script of the search field. */
export const suggestPage: Page = {
  path: '/search/suggest',
  readTier: 'suggest',
  async view({ services, caller, query }) {
    const found = await services.search.suggest(caller.actor, query.get('q') ?? '');
    const suggestions = found.map(({ ecosystem, name }) => ({
      label: name,
      kind: ecosystem,
      href: packageHref(ecosystem, name),
    }));
    return {
      kind: 'raw',
      type: 'application/json; charset=utf-8',
      body: JSON.stringify({ suggestions }),
      isShared: true,
    };
  },
};

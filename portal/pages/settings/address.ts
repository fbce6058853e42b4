import { actionHref } from '../../components/package-link.ts';
import { type PageContext, withQuery } from '../../page.ts';
import { namedPackage } from '../named.ts';

/** The page of settings itself, where forms lead back to. */
export function settingsPath(
  context: PageContext,
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const { ecosystem, name } = namedPackage(context);
  return withQuery(actionHref(ecosystem.id, name, 'settings'), query);
}

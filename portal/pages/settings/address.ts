import { type PageContext, pathOf, withQuery } from '../../page.ts';
import { namedPackage } from '../named.ts';

/** The page of settings itself, where forms lead back to. */
export function settingsPath(
  context: PageContext,
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const { ecosystem, name } = namedPackage(context);
  // the dash keeps reserved words apart from versions and tags
  return withQuery(pathOf('packages', ecosystem.id, name, '-', 'settings'), query);
}

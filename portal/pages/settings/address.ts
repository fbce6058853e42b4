import { actionHref } from '../../components/package-link.ts';
import { type PageContext, withQuery } from '../../page.ts';
import { namedPackage } from '../named.ts';

/** The address of the settings, to which their forms lead back. */
export function settingsPath(
  context: PageContext,
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const { ecosystem, name } = namedPackage(context);
  return withQuery(actionHref(ecosystem.id, name, 'settings'), query);
}

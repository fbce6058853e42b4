import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { notFound } from '../../../domain/errors.ts';
import { actionHref, versionHref } from '../../components/package-link.ts';
import { type Page, type PageContext, redirect } from '../../page.ts';
import { filesAddress } from '../../components/files-address.ts';
import { namedPackage, typedName } from '../named.ts';

/**
 * Redirects of addresses without the sign that separates reserved words from versions, and of names with an unencoded
 * slash. The answer is the same for names without a package.
 */
export const movedPages: readonly Page[] = [
  {
    path: '/packages/:ecosystem/:name/compare/:range',
    view: (context) =>
      moved(context, (ecosystem, name, { range = '' }) => actionHref(ecosystem, name, 'compare', range)),
  },
  {
    path: '/packages/:ecosystem/:name/:version/files/*',
    view: (context) =>
      moved(context, (ecosystem, name, { version = '', '*': path = '' }) =>
        filesAddress({ ecosystem, name, version }, { path }),
      ),
  },
  {
    path: '/packages/:ecosystem/:name/:version/:rest',
    view(context) {
      const { version = '', rest = '' } = context.params;
      const named = namedPackage(context);
      const typed = typedName(named, version);
      if (typed === undefined) throw notFound('page');
      return redirect(versionHref(named.ecosystem.id, typed, rest), { status: 301 });
    },
  },
];

function moved(
  { params, query }: PageContext,
  to: (ecosystem: string, name: string, params: Readonly<Record<string, string>>) => string,
) {
  const { ecosystem, name = '' } = params;
  if (!EcosystemId.safeParse(ecosystem).success) throw notFound('page');
  const rest = query.size === 0 ? '' : `?${query.toString()}`;
  return redirect(`${to(ecosystem ?? '', name, params)}${rest}`, { status: 301 });
}

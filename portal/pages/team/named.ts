import type { NamedTeam } from '../../../services/organizations/teams.ts';
import { type PageContext, pathOf } from '../../page.ts';

/** The team that the address names. */
export function namedTeam({ params }: PageContext): NamedTeam {
  return { slug: params['slug'] ?? '', team: params['team'] ?? '' };
}

/** The address of the team's page. */
export function teamPath(context: PageContext): string {
  const { slug, team } = namedTeam(context);
  return pathOf('orgs', slug, 'teams', team);
}

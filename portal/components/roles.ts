import type { Role } from '../../domain/permissions.ts';
import { html, type Html } from '../html.ts';
import type { PageContext } from '../page.ts';
import { badge } from './show.ts';

/** A role in the reader's language. */
export const roleName = ({ t }: Pick<PageContext, 't'>, role: Role): string => t(`people.role_${role}`);

export const roleBadge = (context: Pick<PageContext, 't'>, role: Role): Html =>
  badge(roleName(context, role));

/** Permissions keep their names of the API and the guides. */
export const permissionBadges = (permissions: readonly string[]): Html[] =>
  permissions.map((permission) => html`<code class="badge" lang="en">${permission}</code>`);

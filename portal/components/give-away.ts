import { firstOf } from '../../domain/paging.ts';
import type { Choice } from './form.ts';
import type { PageContext } from '../page.ts';

const mostListed = 200;

/** The possible recipients of a transfer: organizations that the reader administers, without the present owner. */
export async function listRecipients(
  { services, caller }: PageContext,
  ownerSlug: string | null,
): Promise<Choice[]> {
  const memberships = await services.organizations.listOwnMemberships(caller, firstOf(mostListed));
  return memberships
    .map(({ view }) => view)
    .filter(({ slug, canManage }) => canManage && slug !== ownerSlug)
    .map(({ slug, name }) => ({ value: slug, label: name }));
}

import type { Account } from '../../../services/users/administer.ts';
import { badge } from '../../components/show.ts';
import type { Content } from '../../html.ts';
import type { PageContext } from '../../page.ts';

/** Labels of an account: erased or locked, administrator, second factor. */
export function standingBadges({ t }: PageContext, account: Account): Content[] {
  return [
    account.isErased
      ? badge(t('administration.erased'))
      : !account.isActive && badge(t('administration.locked'), 'danger'),
    account.isAdmin && badge(t('administration.administrator'), 'warning'),
    account.mfaEnabled && badge(t('administration.second_factor'), 'good'),
  ].filter((each) => each !== false);
}

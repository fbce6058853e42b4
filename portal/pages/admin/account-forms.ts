import type { Account, AccountChange } from '../../../services/users/administer.ts';
import { nameToConfirm, requireName } from '../../components/confirmation.ts';
import { postForm } from '../../components/form.ts';
import { recentLogin } from '../../components/recent-login.ts';
import type { Form } from '../../form.ts';
import { type Content, html, type Html } from '../../html.ts';
import { type Answer, type Attempt, done, type PageContext, pathOf, type Redirect } from '../../page.ts';
import { attemptAt } from '../named.ts';

interface Shown {
  name: string;
  title: string;
  text: string;
  button: string;
  isDanger?: boolean;
  needsRecentLogin?: boolean;
  fields?: Content;
}

/** The administrator's actions on the account, each with its effect. */
export function accountForms(context: PageContext, account: Account, attempt?: Attempt): Html {
  const { t } = context;
  const { isActive, isErased, isAdmin, mfaEnabled, username } = account;
  const shown: (Shown | false)[] = [
    isActive
      ? {
          name: 'lock',
          title: t('administration.lock_title'),
          text: t('administration.lock_text'),
          button: t('administration.lock'),
          isDanger: true,
        }
      : !isErased && {
          name: 'unlock',
          title: t('administration.unlock_title'),
          text: t('administration.unlock_text'),
          button: t('administration.unlock'),
        },
    isAdmin
      ? {
          name: 'demote',
          title: t('administration.demote_title'),
          text: t('administration.demote_text'),
          button: t('administration.demote'),
          isDanger: true,
        }
      : isActive && {
          name: 'promote',
          title: t('administration.promote_title'),
          text: t('administration.promote_text'),
          button: t('administration.promote'),
          needsRecentLogin: true,
        },
    mfaEnabled && {
      name: 'reset_mfa',
      title: t('administration.reset_mfa_title'),
      text: t('administration.reset_mfa_text'),
      button: t('administration.reset_mfa'),
      isDanger: true,
      needsRecentLogin: true,
    },
    {
      name: 'export',
      title: t('administration.export_title'),
      text: t('administration.export_text'),
      button: t('administration.export'),
      needsRecentLogin: true,
    },
  ];
  const erasure: Shown = {
    name: 'erase',
    title: t('administration.erase_title'),
    text: t('administration.erase_text'),
    button: t('administration.erase'),
    isDanger: true,
    needsRecentLogin: true,
    fields: nameToConfirm(context, {
      subject: username,
      action: 'erase',
      attempt: attemptAt(attempt, 'erase'),
    }),
  };
  return html`<div>
    ${shown.map((each) => each && formOf(context, each, attempt))}
    ${!isErased && formOf(context, erasure, attempt)}
  </div>`;
}

function formOf(context: PageContext, shown: Shown, attempt?: Attempt): Html {
  const { name, title, text, button, isDanger, needsRecentLogin, fields } = shown;
  return html`<section class=${name === 'erase' ? 'card danger-zone' : 'card'}>
    <h2>${title}</h2>
    <p>${text}</p>
    ${postForm(
      context,
      { name, className: 'form prose-width' },
      html`<div>
        ${fields} ${needsRecentLogin && recentLogin(context, attemptAt(attempt, name), name)}
        <button class=${isDanger ? 'danger' : undefined}>${button}</button>
      </div>`,
    )}
  </section>`;
}

export const actions = {
  lock: change({ isActive: false }, 'was_locked'),
  unlock: change({ isActive: true }, 'was_unlocked'),
  promote: change({ isAdmin: true }, 'was_promoted'),
  demote: change({ isAdmin: false }, 'was_demoted'),
  reset_mfa: change({ resetsSecondFactor: true }, 'was_reset'),
  export: exportData,
  erase,
};

function change(
  wanted: AccountChange,
  notice: 'was_locked' | 'was_unlocked' | 'was_promoted' | 'was_demoted' | 'was_reset',
) {
  return async ({ services, caller, t, params, person }: PageContext, _form: Form): Promise<Redirect> => {
    const { id, username } = await services.users.getAccount(caller, { username: params['username'] ?? '' });
    await services.users.changeAccount(caller, id, wanted);
    const isOver = id === person?.userId && (wanted.isAdmin === false || wanted.isActive === false);
    // the page is closed to a person who has just lost the administrator's role
    return done(
      isOver ? '/' : pathOf('admin', 'users', username),
      t(`administration.${notice}`, { name: username }),
    );
  };
}

/** Sends the export as a stream, without holding it in memory. */
async function exportData({ services, caller, params }: PageContext, _form: Form): Promise<Answer> {
  const { username } = await services.users.getAccount(caller, { username: params['username'] ?? '' });
  return {
    kind: 'raw',
    type: 'application/json; charset=utf-8',
    body: await services.users.openPersonalData(caller, username),
    headers: { 'content-disposition': `attachment; filename="${username}.json"` },
  };
}

async function erase(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t, params } = context;
  const { username } = await services.users.getAccount(caller, { username: params['username'] ?? '' });
  requireName(context, form, username);
  await services.users.erasePerson(caller, username);
  return done(pathOf('admin', 'users', username), t('administration.was_erased', { name: username }));
}

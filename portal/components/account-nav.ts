import { html, type Html } from '../html.ts';
import type { TextKey } from '../locales/index.ts';
import type { PageContext } from '../page.ts';

const sections = [
  ['/account', 'account.profile'],
  ['/account/tokens', 'account.tokens'],
  ['/account/security', 'account.security'],
  ['/account/sessions', 'account.sessions'],
  ['/account/activity', 'account.activity'],
  ['/account/invitations', 'account.invitations'],
  ['/account/organizations', 'account.organizations'],
  ['/account/repositories', 'account.repositories'],
  ['/account/namespaces', 'account.namespaces'],
] as const satisfies readonly (readonly [string, TextKey])[];

/** The sections of a person's account, as links. */
export function accountNav({ t }: PageContext, current: string): Html {
  return html`<nav class="tabs" aria-label=${t('account.sections')}>
    <ul>
      ${sections.map(
        ([href, label]) =>
          html`<li>
            <a href=${href} aria-current=${href === current ? 'page' : undefined}>${t(label)}</a>
          </li>`,
      )}
    </ul>
  </nav>`;
}

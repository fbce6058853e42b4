import { fieldLimits } from '../../../domain/limits/fields.ts';
import { firstOf } from '../../../domain/paging.ts';
import type { NamespacePage } from '../../../services/namespaces/get.ts';
import { field, postForm } from '../../components/form.ts';
import { empty, table, when } from '../../components/show.ts';
import { atFields } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type PageContext, type Redirect } from '../../page.ts';
import { attemptAt } from '../named.ts';
import { namespacePath } from './address.ts';

const mostListed = 200;
const longestKey = fieldLimits['public key'].characters;

/** Public keys of the holder, for checks of signatures in the namespace. */
export async function keysSection(
  context: PageContext,
  { id, canManage }: NamespacePage,
  attempt?: Attempt,
): Promise<Html> {
  const { t, services, caller } = context;
  const keys = await services.namespaces.listKeys(caller.actor, id, firstOf(mostListed));
  const listed = table({
    label: t('places.keys'),
    columns: [
      t('places.fingerprint'),
      t('places.key_names'),
      t('account.expires'),
      ...(canManage ? [t('account.action')] : []),
    ],
    rows: keys.map(({ fingerprint, userIds, expiresAt }) => [
      html`<code id="key-${fingerprint}">${fingerprint}</code>`,
      userIds.join(', '),
      expiresAt === null ? t('account.never') : when(context, expiresAt),
      ...(canManage
        ? [
            html`<button name="fingerprint" value=${fingerprint} aria-describedby="key-${fingerprint}">
              ${t('publishing.remove')}
            </button>`,
          ]
        : []),
    ]),
  });
  return html`<section>
    <h2 id="keys">${t('places.keys')}</h2>
    <p>${t('places.keys_text')}</p>
    ${
      keys.length === 0
        ? empty(t('places.no_keys'))
        : canManage
          ? postForm(context, { name: 'remove_key', label: t('places.keys') }, listed)
          : listed
    }
    ${canManage && addForm(context, attemptAt(attempt, 'add_key'))}
  </section>`;
}

function addForm(context: PageContext, attempt?: Attempt): Html {
  const { t } = context;
  return postForm(
    context,
    { name: 'add_key', className: 'form prose-width', label: t('places.add_key') },
    html`<div>
      ${field({
        name: 'armored',
        label: t('places.public_key'),
        hint: t('places.public_key_hint'),
        rows: 6,
        isCode: true,
        required: true,
        maxlength: longestKey,
        attempt,
      })}
      <button>${t('places.add_key')}</button>
    </div>`,
  );
}

const ofKey = {
  codes: { validation_failed: 'armored', duplicate: 'armored', policy_violation: 'armored' },
} as const;

export async function addKey(context: PageContext, form: Form): Promise<Redirect> {
  const { caller, services, t, params } = context;
  const armored = form.required('armored', longestKey);
  const adding = services.namespaces.addKey(caller, { namespaceId: params['id'] ?? '', armored });
  const { fingerprint } = await atFields(ofKey, adding);
  return done(namespacePath(context), t('places.key_added', { key: fingerprint }));
}

export async function removeKey(context: PageContext, form: Form): Promise<Redirect> {
  const { caller, services, t, params } = context;
  const fingerprint = form.text('fingerprint', 128);
  await services.namespaces.removeKey(caller, { namespaceId: params['id'] ?? '', fingerprint });
  return done(namespacePath(context), t('places.key_removed', { key: fingerprint }));
}

import { postForm } from '../form.ts';
import { table, when } from '../show.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';

type Token = Awaited<ReturnType<PageContext['services']['identity']['listManagedTokens']>>[number];

/** Tokens with their bounds, each with a form that revokes it. */
export function tokenTable(context: PageContext, tokens: readonly Token[]): Html {
  const { t } = context;
  return table({
    label: t('account.tokens'),
    columns: [
      t('account.name'),
      t('account.scopes'),
      t('account.bounds'),
      t('account.expires'),
      t('account.last_used'),
      t('account.action'),
    ],
    rows: tokens.map((token) => [
      html`<span>${token.name} <code class="muted">${token.prefix}…</code></span>`,
      token.scopes.length === 0 ? '-' : token.scopes.join(', '),
      boundsOf(context, token).join(', ') || '-',
      when(context, token.expiresAt) ?? t('account.never'),
      when(context, token.lastUsedAt) ?? t('account.never'),
      postForm(
        context,
        { name: 'revoke', className: 'form inline', label: `${t('account.revoke')} ${token.name}` },
        html`<span
          ><input type="hidden" name="id" value=${token.id} /><button class="danger">
            ${t('account.revoke')}
          </button></span
        >`,
      ),
    ]),
  });
}

function boundsOf({ t, number, size }: PageContext, token: Token): string[] {
  const { packageEcosystem, packageName, repositorySlug, organizationSlug, ecosystem, namePattern } = token;
  const { packages, releasesPerDay, storageBytes } = token.quotas;
  return [
    token.givenBackAt !== null && t('account.given_back'),
    token.kind !== 'personal' && token.kind,
    repositorySlug,
    packageEcosystem && packageName && `${packageEcosystem}/${packageName}`,
    organizationSlug,
    ecosystem,
    namePattern,
    ...(token.allowedNetworks ?? []),
    packages !== null && `${t('people.packages')}: ${number(packages)}`,
    releasesPerDay !== null && `${t('account.quota_releases')}: ${number(releasesPerDay)}`,
    storageBytes !== null && `${t('account.quota_storage')}: ${size(storageBytes)}`,
  ].filter((bound) => typeof bound === 'string' && bound !== '') as string[];
}

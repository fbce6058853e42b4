import { isBounded, type Quotas } from '../../../domain/quotas.ts';
import { type Scope, grantableScopes } from '../../../domain/scopes.ts';
import { TokenKind } from '../../../domain/token-kind.ts';
import { Cidr } from '../../../domain/networks.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { accountNav } from '../../components/account-nav.ts';
import { errorSummary, postForm } from '../../components/form.ts';
import { openList } from '../../components/list-page.ts';
import { empty, table, when } from '../../components/show.ts';
import { type Form, invalidField } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { done, type Page, type PageContext } from '../../page.ts';
import { tokenForm } from './token-form.ts';

const path = '/account/tokens';
const defaultDays = 365;
const mostNetworks = 50;
const mostCounted = 1_000_000_000;

/** Tokens of the person and of organizations that the person manages, and the form for another one. */
export const tokensPage: Page = {
  path,
  audience: 'person',
  async view(context, attempt) {
    const { t, services, caller } = context;
    const list = openList(context, path);
    const tokens = await services.identity.listManagedTokens(caller.actor, list.window);
    const { shown, isEmpty, pager } = list.close(tokens);
    return {
      title: t('account.tokens'),
      body: html`<div>
        <h1>${t('account.tokens')}</h1>
        ${accountNav(context, path)} ${errorSummary(context, attempt)}
        ${isEmpty ? empty(t('account.no_tokens')) : listOf(context, shown)} ${pager}
        <h2>${t('account.create_token')}</h2>
        ${tokenForm(context, attempt)}
      </div>`,
    };
  },
  actions: {
    async create(context, form) {
      const { services, caller, t } = context;
      const created = await services.identity.createOwnToken(caller, wantedBy(context, form));
      return done(path, t('account.token_created', { name: created.name }), created.secret);
    },
    async revoke({ services, caller, t }, form) {
      await services.identity.revokeTokenById(caller, form.text('id', 64));
      return done(path, t('account.revoked'));
    },
  },
};

type Token = Awaited<ReturnType<PageContext['services']['identity']['listManagedTokens']>>[number];

function listOf(context: PageContext, tokens: readonly Token[]): Html {
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

function wantedBy(context: PageContext, form: Form) {
  const { services, person } = context;
  const allowed = new Set<string>(grantableScopes(person?.isAdmin === true));
  const scopes = form.all('scopes').filter((scope): scope is Scope => allowed.has(scope));
  const ecosystem = form.optional('ecosystem', 64) as EcosystemId | undefined;
  if (ecosystem !== undefined) services.ecosystems.get(ecosystem);
  return {
    name: form.required('name', 100),
    kind: TokenKind.safeParse(form.text('kind', 64)).data,
    scopes,
    expiresInDays: daysOf(context, form),
    repositorySlug: form.optional('repository_slug', 64),
    package: packageOf(context, form),
    organizationSlug: form.optional('org_slug', 64),
    ecosystem,
    namePattern: form.optional('name_pattern', 300),
    allowedNetworks: networksOf(context, form),
    quotas: quotasOf(context, form),
  };
}

/** Undefined for a token with the quotas of its owner. */
function quotasOf(context: PageContext, form: Form): Quotas | undefined {
  const quotas = {
    packages: quotaOf(context, form, 'packages'),
    releasesPerDay: quotaOf(context, form, 'releases_per_day'),
    storageBytes: quotaOf(context, form, 'storage_bytes', Number.MAX_SAFE_INTEGER),
  };
  return isBounded(quotas) ? quotas : undefined;
}

function quotaOf({ t }: PageContext, form: Form, name: string, most = mostCounted): number | null {
  const quota = form.number(name) ?? null;
  if (quota !== null && (quota < 0 || quota > most))
    throw invalidField(name, 'out_of_range', t('account.quota_bounds', { most }));
  return quota;
}

function daysOf({ t }: PageContext, form: Form): number {
  const days = form.number('expires_in_days') ?? defaultDays;
  if (days < 1 || days > 365)
    throw invalidField('expires_in_days', 'out_of_range', t('publishing.days_bounds', { most: 365 }));
  return days;
}

/** `npm/left-pad`: the name begins after the first slash. */
function packageOf({ services, t }: PageContext, form: Form) {
  const [id = '', ...rest] = form.text('package', 400).split('/');
  if (id === '') return undefined;
  // `@acme/left-pad` is a name without its ecosystem
  const ecosystem = services.ecosystems.all.find((each) => each.id === id);
  if (!ecosystem || rest.length === 0)
    throw invalidField('package', 'not_a_package', t('account.bound_package_hint'));
  return { ecosystem, name: rest.join('/') };
}

function networksOf({ t }: PageContext, form: Form): string[] | undefined {
  const lines = form
    .exact('allowed_cidrs', 4_000)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) return undefined;
  if (lines.length > mostNetworks)
    throw invalidField('allowed_cidrs', 'too_many', t('account.most_networks', { most: mostNetworks }));
  return lines.map((line) => {
    const parsed = Cidr.safeParse(line);
    if (!parsed.success)
      throw invalidField('allowed_cidrs', 'not_a_network', t('account.no_network', { line }));
    return parsed.data;
  });
}

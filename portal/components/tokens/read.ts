import { fieldLimits } from '../../../domain/limits/fields.ts';
import { inputLimits } from '../../../domain/limits/inputs.ts';
import { Cidr } from '../../../domain/networks.ts';
import { isBounded, type Quotas } from '../../../domain/quotas.ts';
import { type Scope, grantableScopes } from '../../../domain/scopes.ts';
import { TokenKind } from '../../../domain/token-kind.ts';
import { readEcosystem } from '../ecosystem-field.ts';
import { invalidField } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import type { PageContext } from '../../page.ts';
import { readLifetime } from './lifetime.ts';

const defaultDays = 365;
const mostNetworks = fieldLimits['token networks'].count;
const mostCounted: number = fieldLimits.quota.count;

/** Reads the form of `tokenForm`. @throws DomainError `validation_failed` */
export function readToken(context: PageContext, form: Form) {
  const { person } = context;
  const allowed = new Set<string>(grantableScopes(person?.isAdmin === true));
  const scopes = form.all('scopes').filter((scope): scope is Scope => allowed.has(scope));
  const ecosystem =
    form.text('ecosystem', fieldLimits.ecosystem.characters) === ''
      ? undefined
      : readEcosystem(context, form).id;
  return {
    name: form.required('name', inputLimits['token name'].characters),
    kind: TokenKind.safeParse(form.text('kind', fieldLimits.word.characters)).data,
    scopes,
    expiresInDays: readLifetime(context, form, defaultDays),
    repositorySlug: form.optional('repository_slug', fieldLimits.slug.characters),
    package: packageOf(context, form),
    organizationSlug: form.optional('org_slug', fieldLimits.slug.characters),
    ecosystem,
    namePattern: form.optional('name_pattern', fieldLimits['token pattern'].characters),
    allowedNetworks: networksOf(context, form),
    quotas: quotasOf(context, form),
  };
}

/** Undefined for a token without its own quotas. */
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

/** `npm/left-pad`: the name begins after the first slash. */
function packageOf({ services, t }: PageContext, form: Form) {
  const [id = '', ...rest] = form
    .text('package', fieldLimits['package with its ecosystem'].characters)
    .split('/');
  if (id === '') return undefined;
  // `@acme/left-pad` lacks the ecosystem
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

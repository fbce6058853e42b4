import type { NamedOwner, OwnerQuotas } from '../../../services/users/quotas.ts';
import { DomainError } from '../../../domain/errors.ts';
import { administrationView, openAdministration } from '../../components/administration.ts';
import { errorSummary } from '../../components/form.ts';
import { table } from '../../components/show.ts';
import { readForm } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import type { Attempt, Page, PageContext } from '../../page.ts';
import { longestName, quotaForm, save, show } from './quota-form.ts';

const path = '/admin/quotas';

/** Quotas and usage of a person, an organization or a token. */
export const quotasPage: Page = {
  path,
  audience: 'person',
  async view(context, attempt) {
    openAdministration(context);
    const { t, query } = context;
    const name = query.get('owner')?.trim().slice(0, longestName) ?? '';
    const found = name === '' ? null : await find(context, name);
    const refused = attempt ?? (name !== '' && found === null ? noSuchOwner(context, name) : undefined);
    return {
      ...administrationView(context, {
        section: path,
        title: t('administration.quotas'),
        body: html`<div>
          ${errorSummary(context, refused)}
          <p>${t('administration.quotas_text')}</p>
          ${quotaForm(context, { name, own: found?.own }, refused)}
          ${found && usageTable(context, name, found)}
        </div>`,
      }),
      ...(name !== '' && found === null && { status: 404 }),
    };
  },
  actions: { save, show },
};

async function find({ services, caller }: PageContext, name: string): Promise<OwnerQuotas | null> {
  try {
    const owner: NamedOwner = await services.users.findQuotaOwner(caller, name);
    return await services.users.getQuotas(caller, owner);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return null;
    throw error;
  }
}

/** An unknown name in the address shows the form with the error, as the form itself does. */
function noSuchOwner({ t }: PageContext, name: string): Attempt {
  const message = t('administration.no_such_owner');
  return {
    form: readForm(new URLSearchParams({ owner: name }), t),
    status: 404,
    problem: { sentence: message },
    errors: [{ path: 'owner', sentence: message }],
    needsLogin: false,
  };
}

function usageTable(context: PageContext, name: string, { own, effective, usage }: OwnerQuotas): Html {
  const { t, number, size } = context;
  const shown = (value: number | null, write: (value: number) => string, absent: string) =>
    value === null ? absent : write(value);
  const row = (
    label: string,
    quotas: readonly [number | null, number | null],
    used: number,
    write = number,
  ) => [
    label,
    write(used),
    shown(quotas[1], write, t('administration.unlimited')),
    shown(quotas[0], write, '-'),
  ];
  return html`<section>
    <h2>${t('administration.usage_of', { name })}</h2>
    ${table({
      label: t('administration.usage_of', { name }),
      columns: [
        t('administration.quota'),
        t('administration.used'),
        t('administration.effective'),
        t('administration.own'),
      ],
      numbers: [1, 2, 3],
      rows: [
        row(t('administration.packages'), [own.packages, effective.packages], usage.packages),
        row(
          t('administration.releases_per_day'),
          [own.releasesPerDay, effective.releasesPerDay],
          usage.releasesToday,
        ),
        row(
          t('administration.storage'),
          [own.storageBytes, effective.storageBytes],
          usage.storageBytes,
          size,
        ),
      ],
    })}
  </section>`;
}

import { Resolution } from '../../../domain/findings.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { Named } from '../../../services/packages/find.ts';
import { workspacePath } from '../../components/workspace.ts';
import { invalidField } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import { done, insideSite, type PageContext, type Redirect } from '../../page.ts';

export async function resolve(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t } = context;
  const { data: resolution } = Resolution.safeParse(form.text('resolution', fieldLimits.word.characters));
  if (resolution === undefined) throw invalidField('resolution', 'required', t('shell.required'));
  const note = form.optional('note', fieldLimits.note.characters) ?? null;
  await services.findings.settle(caller, await namedIn(context, form), {
    isResolved: true,
    resolution,
    note,
  });
  return done(backOf(context, form), t('workspace.finding_resolved'));
}

export async function reopen(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t } = context;
  const command = { isResolved: false, resolution: null, note: null };
  await services.findings.settle(caller, await namedIn(context, form), command);
  return done(backOf(context, form), t('workspace.finding_reopened'));
}

/** @throws DomainError `not_found` for an ecosystem that is not served, and as {@link assertOwn} */
async function namedIn(context: PageContext, form: Form) {
  const ecosystem = context.services.ecosystems.get(form.text('ecosystem', fieldLimits.ecosystem.characters));
  const named = { ecosystem, name: form.text('package', fieldLimits['hidden name'].characters) };
  await assertOwn(context, named);
  return { ...named, id: form.text('id', fieldLimits.id.characters) };
}

/** Requires a package of the organization in the address. @throws DomainError `not_found` for other packages */
export function assertOwn({ services, caller, params }: PageContext, named: Named): Promise<void> {
  return services.organizations.assertOwnPackage(caller, params['slug'] ?? '', named);
}

/** An address as a browser writes it. */
const address = /^[!-~]{1,2000}$/;

/** The page with the filter of the form, or without one where the form's field is not an address of the page. */
function backOf(context: PageContext, form: Form): string {
  const path = workspacePath(context, 'security');
  const back = insideSite(form.typed('back'));
  return back.startsWith(`${path}?`) && address.test(back) ? back : path;
}

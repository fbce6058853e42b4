import { DomainError } from '../../../domain/errors.ts';
import { daysOf } from '../../../domain/limits.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { firstOf } from '../../../domain/paging.ts';
import { Email } from '../../../domain/username.ts';
import { field, postForm, select } from '../../components/form.ts';
import { roleBadge, roleName } from '../../components/roles.ts';
import { table, when } from '../../components/show.ts';
import { workspacePath } from '../../components/workspace.ts';
import { invalidField } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Attempt, done, type PageContext, type Redirect } from '../../page.ts';
import { attemptAt } from '../named.ts';
import { givenRoles, readRole } from './roles.ts';

const mostDays = daysOf(fieldLimits['invitation lifetime']);
const usualDays = '7';
/** The most open invitations of an organization. */
const window = { ...firstOf(1_000), includesInactive: false };

/** The form that invites a person, and the invitations that are open. */
export async function invitationSection(context: PageContext, attempt?: Attempt): Promise<Html> {
  const { t, services, caller, params } = context;
  const own = attemptAt(attempt, 'invite');
  const invitations = await services.invitations.list(caller, params['slug'] ?? '', window);
  const title = t('organizations.open_invitations');
  return html`<section>
    <h2>${t('organizations.invite_title')}</h2>
    ${postForm(
      context,
      { name: 'invite', className: 'form prose-width' },
      html`<div>
        ${field({
          name: 'username_or_email',
          label: t('account.username_or_email'),
          hint: t('organizations.invite_hint'),
          required: true,
          maxlength: fieldLimits['mail address'].characters,
          autocomplete: 'off',
          attempt: own,
        })}
        ${select({
          name: 'role',
          label: t('people.role'),
          value: 'viewer',
          choices: givenRoles.map((value) => ({ value, label: roleName(context, value) })),
          attempt: own,
        })}
        ${field({
          name: 'days',
          label: t('account.expires_in_days'),
          type: 'number',
          value: usualDays,
          min: 1,
          max: mostDays,
          required: true,
          attempt: own,
        })}
        <button class="primary">${t('organizations.invite')}</button>
      </div>`,
    )}
    ${
      invitations.length > 0 &&
      html`<div>
        <h2>${title} <span class="count">${context.number(invitations.length)}</span></h2>
        ${table({
          label: title,
          columns: [
            t('account.username_or_email'),
            t('people.role'),
            t('people.expires'),
            t('account.action'),
          ],
          rows: invitations.map(({ id, username, address, role, expiresAt }) => [
            html`<span id="invitation-${id}">${username ?? address}</span>`,
            roleBadge(context, role),
            when(context, expiresAt),
            postForm(
              context,
              { name: 'revoke', className: 'form inline' },
              html`<button name="id" value=${id} aria-describedby="invitation-${id}">
                ${t('account.revoke')}
              </button>`,
            ),
          ]),
        })}
      </div>`
    }
  </section>`;
}

export async function invite(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t, params } = context;
  const usernameOrEmail = form.required('username_or_email', fieldLimits['mail address'].characters);
  if (usernameOrEmail.includes('@') && !Email.safeParse(usernameOrEmail).success) {
    throw invalidField('username_or_email', 'invalid', t('organizations.no_address'));
  }
  const expiresInDays = form.number('days') ?? Number(usualDays);
  if (expiresInDays < 1 || expiresInDays > mostDays) {
    throw invalidField('days', 'out_of_bounds', t('places.number_bounds', { least: 1, most: mostDays }));
  }
  const wanted = { usernameOrEmail, role: readRole(context, form), expiresInDays };
  await aboutThePerson(context, services.invitations.invite(caller, params['slug'] ?? '', wanted));
  return done(workspacePath(context, 'members'), t('organizations.invited', { name: usernameOrEmail }));
}

/** A refusal concerns the person: the view has shown that the organization exists. */
async function aboutThePerson<Answer>({ t }: PageContext, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'not_found')
      throw invalidField('username_or_email', 'unknown', t('publishing.no_such_person'));
    if (error.code === 'already_member')
      throw invalidField('username_or_email', 'already_member', t('organizations.already_member'));
    if (error.code === 'duplicate')
      throw invalidField('username_or_email', 'duplicate', t('organizations.already_invited'));
    throw error;
  }
}

export async function revoke(context: PageContext, form: Form): Promise<Redirect> {
  const { services, caller, t, params } = context;
  await services.invitations.revoke(caller, params['slug'] ?? '', form.text('id', fieldLimits.id.characters));
  return done(workspacePath(context, 'members'), t('organizations.invitation_revoked'));
}

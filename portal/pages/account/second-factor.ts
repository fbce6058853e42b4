import { encode } from 'uqr';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { field, hiddenFields, postForm } from '../../components/form.ts';
import { recentLogin } from '../../components/recent-login.ts';
import { codeBlock } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import type { Attempt, PageContext } from '../../page.ts';

/** The state of the second factor, with the forms that change it. */
export function secondFactor(context: PageContext, isOn: boolean, attempt: Attempt | undefined): Html {
  const { t } = context;
  if (isOn) return manage(context, attempt);
  const enrolment = enrolmentOf(context, attempt);
  if (enrolment) return enrol(context, enrolment, attempt);
  const ofEnabling = attempt?.form.text('action') === 'enable' ? attempt : undefined;
  return html`<div>
    <p>${t('account.mfa_off')}</p>
    ${postForm(
      context,
      { name: 'enable' },
      html`<div>
        ${recentLogin(context, ofEnabling)}
        <button class="primary">${t('account.enable_mfa')}</button>
      </div>`,
    )}
  </div>`;
}

interface Enrolment {
  secret: string;
  provisioningUri: string;
  recoveryCodes: string;
}

/** The enrolment from the previous step, or from the form with a wrong code. */
function enrolmentOf({ flash }: PageContext, attempt: Attempt | undefined): Enrolment | undefined {
  const read = (name: string) => flash?.data?.[name] ?? attempt?.form.typed(name) ?? '';
  const secret = read('secret');
  if (secret === '') return undefined;
  return { secret, provisioningUri: read('provisioningUri'), recoveryCodes: read('recoveryCodes') };
}

function enrol(context: PageContext, enrolment: Enrolment, attempt: Attempt | undefined): Html {
  const { t } = context;
  const { secret, provisioningUri, recoveryCodes } = enrolment;
  return html`<div>
    ${!context.flash && html`<p>${t('account.mfa_scan')}</p>`} ${qrCode(provisioningUri, t('account.qr'))}
    <h3>${t('account.mfa_secret')}</h3>
    ${codeBlock(context, secret, t('account.mfa_secret'))} ${codesToKeep(context, recoveryCodes)}
    ${postForm(
      context,
      { name: 'verify' },
      html`<div>
        ${hiddenFields(Object.entries(enrolment))} ${codeField(context, 'code', attempt)}
        <button class="primary">${t('account.verify')}</button>
      </div>`,
    )}
  </div>`;
}

/** The recovery codes, shown once, to copy or to keep as a file; the file needs no script. */
function codesToKeep(context: PageContext, codes: string): Html {
  const { t } = context;
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes}\n`)}`;
  return html`<div>
    <h3>${t('account.recovery_codes')}</h3>
    <p>${t('account.recovery_text')}</p>
    ${codeBlock(context, codes, t('account.recovery_codes'))}
    <p>
      <a class="button" href=${file} download="rookery-recovery-codes.txt">${t('account.download_codes')}</a>
    </p>
  </div>`;
}

function manage(context: PageContext, attempt: Attempt | undefined): Html {
  const { t, flash } = context;
  const action = attempt?.form.text('action');
  const renewed = flash?.data?.['recoveryCodes'];
  return html`<div>
    <p>${t('account.mfa_on')}</p>
    ${renewed !== undefined && codesToKeep(context, renewed)}
    <h3>${t('account.new_codes')}</h3>
    ${postForm(
      context,
      { name: 'new_codes', label: t('account.new_codes') },
      html`<div>
        ${codeField(context, 'codes-code', action === 'new_codes' ? attempt : undefined)}
        <button>${t('account.new_codes')}</button>
      </div>`,
    )}
    <h3>${t('account.disable_mfa')}</h3>
    ${postForm(
      context,
      { name: 'disable', label: t('account.disable_mfa') },
      html`<div>
        ${codeField(context, 'disable-code', action === 'disable' ? attempt : undefined)}
        <button class="danger">${t('account.disable_mfa')}</button>
      </div>`,
    )}
  </div>`;
}

function codeField({ t }: PageContext, id: string, attempt: Attempt | undefined): Html {
  return field({
    name: 'code',
    id,
    label: t('login.code'),
    required: true,
    autocomplete: 'one-time-code',
    maxlength: fieldLimits.code.characters,
    attempt,
  });
}

/** Draws the dark squares as one path, without style or script. */
function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return html`<svg
    class="qr"
    role="img"
    aria-label=${label}
    width="220"
    height="220"
    viewBox="0 0 ${size} ${size}"
  >
    <rect width=${size} height=${size} fill="#ffffff" />
    <path d=${squares.join('')} fill="#000000" shape-rendering="crispEdges" />
  </svg>`;
}

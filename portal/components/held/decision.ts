import { DomainError } from '../../../domain/errors.ts';
import { isBlocking } from '../../../domain/findings.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { DecideCommand } from '../../../services/releases/decide.ts';
import type { Review } from '../../../services/releases/review.ts';
import { translatedError } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import type { Attempt, PageContext } from '../../page.ts';
import { checkbox, field } from '../form.ts';
import { findingsOf } from './reviewed.ts';

const reasonLength = fieldLimits.reason.characters;

/**
 * Fields of a decision about exactly the shown files: the form sends their digest, and the findings that an approval
 * accepts. `id` distinguishes several on a page.
 */
export function decisionFields(
  context: PageContext,
  review: Review,
  { id, attempt }: { id?: string; attempt?: Attempt | undefined },
): Html {
  const { t } = context;
  // findings of a separately held file have no id until they are recorded
  const blocking = findingsOf(review).filter((finding) => finding.id !== null && isBlocking(finding));
  return html`<div>
    <input type="hidden" name="files_digest" value=${review.filesDigest} />
    ${blocking.map((finding) => html`<input type="hidden" name="finding" value=${finding.id} />`)}
    ${blocking.length > 0 && html`<p>${t('publishing.accepts_findings', { count: blocking.length })}</p>`}
    ${field({
      name: 'reason',
      ...(id !== undefined && { id: `reason-${id}` }),
      label: t('publishing.reason'),
      rows: 2,
      maxlength: reasonLength,
      attempt,
    })}
    ${revokedBox(context, review, { id, attempt })}
  </div>`;
}

/** The checkbox for files whose senders have lost their authority since the upload. */
export function revokedBox(
  { t }: PageContext,
  { lostAuthority }: Pick<Review, 'lostAuthority'>,
  { id, attempt }: { id?: string | undefined; attempt?: Attempt | undefined },
): Html | undefined {
  if (lostAuthority.length === 0) return undefined;
  return checkbox({
    name: 'accepts_revoked',
    ...(id !== undefined && { id: `accepts-revoked-${id}` }),
    label: t('publishing.accepts_revoked', { why: lostAuthority.join('; ') }),
    attempt,
  });
}

export function decisionButtons({ t }: PageContext, approve: string, reject: string): Html {
  return html`<div class="row">
    <button class="primary" name="action" value=${approve}>${t('publishing.approve')}</button>
    <button class="danger" name="action" value=${reject}>${t('publishing.reject')}</button>
  </div>`;
}

/**
 * The decision of {@link decisionFields}. A rejection needs a reason, and so does an approval that accepts findings.
 * @throws DomainError `validation_failed`
 */
export function readDecision(form: Form, kind: DecideCommand['kind']): DecideCommand {
  const acceptsFindings = kind === 'approve' ? form.all('finding') : [];
  const isExplained = kind === 'reject' || acceptsFindings.length > 0;
  return {
    kind,
    reason: isExplained
      ? form.required('reason', reasonLength)
      : (form.optional('reason', reasonLength) ?? null),
    filesDigest: form.optional('files_digest', fieldLimits.digest.characters) ?? null,
    acceptsRevoked: form.isOn('accepts_revoked'),
    acceptsFindings,
  };
}

/** Reports in the reader's language that the files have changed. */
export async function aboutShown<Answer>({ t }: PageContext, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'precondition_failed') throw error;
    throw translatedError('precondition_failed', t('workspace.files_changed'), {}, error);
  }
}

import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { FoundRelease } from '../../../services/releases/get.ts';
import type { Review } from '../../../services/releases/review.ts';
import type { ReleaseRights } from '../../../services/releases/rights.ts';
import { checkbox, field, hiddenFields, postForm, select } from '../../components/form.ts';
import { revokedBox } from '../../components/held/decision.ts';
import { type Content, html, type Html } from '../../html.ts';
import type { TextKey } from '../../locales/index.ts';
import type { Attempt, PageContext } from '../../page.ts';
import { attemptAt } from '../named.ts';
import { decisionForm, heldFileForms } from './review.ts';

/**
 * The reader's possible actions on this version, as forms that `versionForms` handles; undefined without any.
 * `attempt`: an attempt at a form of the version's page.
 */
export async function versionActions(
  context: PageContext,
  found: FoundRelease,
  attempt?: Attempt,
): Promise<Html | undefined> {
  const { t, caller, services } = context;
  if (caller.actor.kind !== 'user') return undefined;
  const rights = await services.releases.rightsOn(caller, found);
  const named = { ecosystem: found.ecosystem, name: found.pkg.name, version: found.release.version };
  const review = rights.mayReview ? await services.releases.review(caller, named) : undefined;
  const parts = [
    rights.mayFinishDraft && draftForm(context),
    review && decisionForm(context, found, { rights, review }, attempt),
    changeForm(context, rights, attempt),
    rights.promotesTo.length > 0 && promotionForm(context, rights, review, attempt),
    rights.mayDecideFiles && (await heldFileForms(context, found, attempt)),
  ].filter(Boolean);
  if (parts.length === 0) return undefined;
  return html`<section class="manage" aria-labelledby="manage-title">
    <h2 id="manage-title">${t('publishing.manage_version')}</h2>
    ${parts}
  </section>`;
}

function draftForm(context: PageContext): Html {
  const { t } = context;
  return postForm(
    context,
    { className: 'card', label: t('publishing.draft') },
    html`<div>
      <p>${t('publishing.draft_text')}</p>
      <div class="row">
        ${actionButton('publish', t('publishing.publish'), 'primary')}
        ${actionButton('discard', t('publishing.discard'), 'danger')}
      </div>
    </div>`,
  );
}

/** One form for all actions, so that a reason is typed once. */
function changeForm(context: PageContext, rights: ReleaseRights, attempt?: Attempt): Html | undefined {
  const { t } = context;
  const buttons = offered(
    [rights.mayYank, 'yank', 'publishing.yank'],
    [rights.mayUnyank, 'unyank', 'publishing.unyank'],
    [rights.mayDeprecate, 'deprecate', 'publishing.deprecate'],
    [rights.mayUndeprecate, 'undeprecate', 'publishing.undeprecate'],
    [rights.mayHold, 'hold', 'publishing.hold'],
  );
  const names = buttons.map(([action]) => action);
  const isRescanned = rights.mayRescan && !rights.mayReview;
  if (names.length === 0 && !isRescanned) return undefined;
  return postForm(
    context,
    { className: 'card', label: t('publishing.manage_version') },
    html`<div>
      ${
        names.length > 0 &&
        field({
          name: 'reason',
          label: t('publishing.reason'),
          hint: t('publishing.reason_hint'),
          rows: 2,
          maxlength: fieldLimits.reason.characters,
          attempt: attemptAt(attempt, ...names),
        })
      }
      <div class="row">
        ${buttons.map(([action, label]) => actionButton(action, t(label), action === 'hold' ? 'danger' : undefined))}
        ${isRescanned && actionButton('rescan', t('publishing.scan_again'))}
      </div>
    </div>`,
  );
}

type Offer = readonly [action: string, label: TextKey];

function offered(...all: readonly (readonly [may: boolean, ...Offer])[]): Offer[] {
  return all.filter(([may]) => may).map(([, action, label]) => [action, label]);
}

function promotionForm(
  context: PageContext,
  { promotesTo }: ReleaseRights,
  review: Review | undefined,
  attempt?: Attempt,
): Html {
  const { t } = context;
  const own = attemptAt(attempt, 'promote');
  return postForm(
    context,
    { className: 'card', label: t('publishing.promote') },
    html`<div>
      <p>${t('publishing.promote_text')}</p>
      ${review && html`<input type="hidden" name="files_digest" value=${review.filesDigest} />`}
      ${select({
        name: 'repository_slug',
        label: t('publishing.target_repository'),
        choices: promotesTo.map((slug) => ({ value: slug, label: slug })),
        attempt: own,
      })}
      ${checkbox({
        name: 'move_releases',
        label: t('publishing.move_releases'),
        attempt: own,
      })}
      ${review && revokedBox(context, review, { id: 'promote', attempt: own })}
      ${own && rulesField(context, own)} ${actionButton('promote', t('publishing.promote'))}
    </div>`,
  );
}

/** The rules that refused a release at its target, which the person can accept. */
export function rulesField({ t }: PageContext, attempt: Attempt): Html {
  const digest = attempt.details?.['arrival_digest'];
  return html`<div>
    ${typeof digest === 'string' && hiddenFields([['arrival_digest', digest]])}
    ${field({
      name: 'accepts_rules',
      label: t('publishing.accepts_rules'),
      hint: t('publishing.accepts_rules_hint'),
      maxlength: 500,
      attempt,
    })}
  </div>`;
}

export function actionButton(action: string, label: Content, className?: string): Html {
  return html`<button name="action" value=${action} class=${className}>${label}</button>`;
}

import { firstOf } from '../../../domain/paging.ts';
import type { FoundRelease } from '../../../services/releases/get.ts';
import type { Review } from '../../../services/releases/review.ts';
import type { ReleaseRights } from '../../../services/releases/rights.ts';
import { postForm } from '../../components/form.ts';
import { decisionButtons, decisionFields } from '../../components/held/decision.ts';
import { reviewed } from '../../components/held/reviewed.ts';
import { html, type Html } from '../../html.ts';
import type { Attempt, PageContext } from '../../page.ts';
import { attemptAt } from '../named.ts';

/** A held version: its files with findings, and the decision about exactly these files. */
export function decisionForm(
  context: PageContext,
  found: FoundRelease,
  { rights: { mayDecide, mayRescan }, review }: { rights: ReleaseRights; review: Review },
  attempt?: Attempt,
): Html {
  const { t } = context;
  const own = attemptAt(attempt, 'approve', 'reject');
  return html`<div class="card">
    <h3>${t('publishing.decision')}</h3>
    ${reviewed(context, review)} ${whoDecides(context, found)}
    ${found.release.isHeldByPlatform && html`<p>${t('publishing.held_by_platform')}</p>`}
    ${
      mayDecide &&
      postForm(
        context,
        { label: t('publishing.decision') },
        html`<div>
          ${decisionFields(context, review, { attempt: own })}
          ${decisionButtons(context, 'approve', 'reject')}
        </div>`,
      )
    }
    ${
      mayRescan &&
      postForm(
        context,
        { name: 'rescan', className: 'form inline' },
        html`<button>${t('publishing.scan_again')}</button>`,
      )
    }
  </div>`;
}

function whoDecides({ t }: PageContext, { pkg, release }: FoundRelease): Html | undefined {
  if (release.isHeldByPlatform) return undefined;
  const key = pkg.ownerOrgId === null ? 'publishing.owner_decides' : 'publishing.organization_decides';
  return html`<p>${t(key, { owner: pkg.ownerName })} ${t('publishing.what_next')}</p>`;
}

/** Later files of a visible version that are held, each with its own decision form. */
export async function heldFileForms(
  context: PageContext,
  found: FoundRelease,
  attempt?: Attempt,
): Promise<Html | undefined> {
  const { t, caller, services } = context;
  const reviews = await services.releases.listFileReviews(caller, namedOf(found), firstOf(50));
  if (reviews.length === 0) return undefined;
  const own = attemptAt(attempt, 'approve_file', 'reject_file');
  return html`<div class="card">
    <h3>${t('publishing.held_files')}</h3>
    <p>${t('publishing.held_files_text')}</p>
    ${reviews.map((review) => {
      const { id, files } = review;
      if (id === null) return undefined;
      const isTried = own?.form.typed('file') === id;
      return html`<div>
        ${reviewed(context, review)}
        ${postForm(
          context,
          { label: files[0]?.filename ?? id },
          html`<div>
            <input type="hidden" name="file" value=${id} />
            ${decisionFields(context, review, { id, attempt: isTried ? own : undefined })}
            ${decisionButtons(context, 'approve_file', 'reject_file')}
          </div>`,
        )}
      </div>`;
    })}
  </div>`;
}

function namedOf({ ecosystem, pkg, release }: FoundRelease) {
  return { ecosystem, name: pkg.name, version: release.version };
}

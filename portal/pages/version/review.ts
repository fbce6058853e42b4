import { isBlocking } from '../../../domain/findings.ts';
import { firstOf } from '../../../domain/paging.ts';
import type { FoundRelease } from '../../../services/releases/get.ts';
import type { Review, ReviewedFile, ReviewFinding } from '../../../services/releases/review.ts';
import type { ReleaseRights } from '../../../services/releases/rights.ts';
import { checkbox, field, postForm } from '../../components/form.ts';
import { badge, when } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import type { Attempt, PageContext } from '../../page.ts';
import { attemptAt } from '../named.ts';
import { holdWords } from '../package/state.ts';

/** A held version: its files with their findings, and the decision about exactly these. */
export async function decisionForm(
  context: PageContext,
  found: FoundRelease,
  { rights: { mayDecide, mayRescan }, review }: { rights: ReleaseRights; review: Review },
  attempt?: Attempt,
): Promise<Html> {
  const { t, services } = context;
  const { lostAuthority } = await services.releases.pageOf(found);
  const blocking = findingsOf(review).filter(isBlocking);
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
          <input type="hidden" name="files_digest" value=${review.filesDigest} />
          ${blocking.map(({ id }) => id !== null && html`<input type="hidden" name="finding" value=${id} />`)}
          ${blocking.length > 0 && html`<p>${t('publishing.accepts_findings', { count: blocking.length })}</p>`}
          ${field({
            name: 'reason',
            label: t('publishing.reason'),
            rows: 2,
            maxlength: 1_000,
            attempt: own,
          })}
          ${
            lostAuthority.length > 0 &&
            checkbox({
              name: 'accepts_revoked',
              label: t('publishing.accepts_revoked', { why: lostAuthority.join('; ') }),
            })
          }
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

/** Files that were sent to a visible version and wait, each with a decision of its own. */
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
      const name = files[0]?.filename ?? id;
      return html`<div>
        ${reviewed(context, review)}
        ${postForm(
          context,
          { label: name },
          html`<div>
            <input type="hidden" name="file" value=${id} />
            <input type="hidden" name="files_digest" value=${review.filesDigest} />
            ${field({
              name: 'reason',
              id: `reason-${id}`,
              label: t('publishing.reason'),
              rows: 2,
              maxlength: 1_000,
              attempt: own?.form.text('file') === id ? own : undefined,
            })}
            ${decisionButtons(context, 'approve_file', 'reject_file')}
          </div>`,
        )}
      </div>`;
    })}
  </div>`;
}

function decisionButtons({ t }: PageContext, approve: string, reject: string): Html {
  return html`<div class="row">
    <button class="primary" name="action" value=${approve}>${t('publishing.approve')}</button>
    <button class="danger" name="action" value=${reject}>${t('publishing.reject')}</button>
  </div>`;
}

function reviewed(context: PageContext, review: Review): Html {
  const { t } = context;
  const { files, otherFindings, approvals, id, reason } = review;
  // for a release the banner of its page has the reason
  const waits = id === null ? null : holdWords(context, reason);
  return html`<div>
    ${waits !== null && html`<p>${waits}</p>`}
    <ul class="list" aria-label=${t('publishing.reviewed_files')}>
      ${files.map((file) => reviewedFile(context, file))}
    </ul>
    ${
      otherFindings.length > 0 &&
      html`<h4>${t('publishing.other_findings')}</h4>
        ${findingList(context, otherFindings)}`
    }
    ${
      approvals &&
      html`<p>
        ${t('publishing.two_people', { count: 1 + approvals.approvedBy.length })}
        ${approvals.approvedBy.length > 0 && html` (${approvals.approvedBy.join(', ')})`}
        ${!approvals.mayBeSecond && html` ${t('publishing.not_second')}`}
      </p>`
    }
  </div>`;
}

function reviewedFile(context: PageContext, file: ReviewedFile): Html {
  const { t, size } = context;
  return html`<li>
    <p class="row">
      <strong class="wrap">${file.filename}</strong> <span class="muted">${size(file.sizeBytes)}</span>
      <span class="muted">
        ${file.broughtBy !== null && t('publishing.brought_by', { name: file.broughtBy })}
        ${' '}${when(context, file.cameAt)}
      </span>
    </p>
    <p class="small muted">SHA-256 <code class="wrap">${file.sha256}</code></p>
    ${file.findings.length > 0 ? findingList(context, file.findings) : html`<p class="small">${t('publishing.no_findings')}</p>`}
  </li>`;
}

function findingList({ t }: PageContext, findings: readonly ReviewFinding[]): Html {
  return html`<ul class="findings">
    ${findings.map((finding) => {
      const { severity, title, description, path, line } = finding;
      return html`<li>
        ${badge(severity, isBlocking(finding) ? 'danger' : 'plain')} <strong>${title}</strong>
        ${path !== null && html` <code class="wrap">${line === null ? path : `${path}:${line}`}</code>`}
        ${isBlocking(finding) && html` <span class="small">${t('publishing.blocks')}</span>`}
        ${description !== '' && html`<p class="small">${description}</p>`}
      </li>`;
    })}
  </ul>`;
}

function findingsOf({ files, otherFindings }: Review): ReviewFinding[] {
  return [...files.flatMap(({ findings }) => findings), ...otherFindings];
}

function namedOf({ ecosystem, pkg, release }: FoundRelease) {
  return { ecosystem, name: pkg.name, version: release.version };
}

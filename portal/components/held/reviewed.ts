import type { Review, ReviewedFile, ReviewFinding } from '../../../services/releases/review.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import type { BrowsedVersion } from '../files-address.ts';
import { when } from '../show.ts';
import { visible } from '../visible.ts';
import { foundList, type Surroundings } from './found.ts';
import { holdWords } from './hold-words.ts';

/** The files of a decision with their findings, and the number of approvals where two are required. */
export function reviewed(
  context: PageContext,
  review: Review,
  around?: Pick<Surroundings, 'excerpts'> & { version: BrowsedVersion; browsable: ReadonlySet<string> },
): Html {
  const { t } = context;
  const { files, otherFindings, approvals, id, reason } = review;
  // the banner of the page has the reason of a release
  const waits = id === null ? null : holdWords(context, reason);
  return html`<div>
    ${waits !== null && html`<p>${waits}</p>`}
    <ul class="list" aria-label=${t('publishing.reviewed_files')}>
      ${files.map((file) => {
        const { filename, sha256 } = file;
        const at = around?.browsable.has(sha256) ? { ...around.version, file: filename } : undefined;
        return reviewedFile(context, file, around && { excerpts: around.excerpts, at });
      })}
    </ul>
    ${
      otherFindings.length > 0 &&
      html`<h4>${t('publishing.other_findings')}</h4>
        ${foundList(context, otherFindings)}`
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

function reviewedFile(context: PageContext, file: ReviewedFile, around?: Surroundings): Html {
  const { t, size } = context;
  return html`<li>
    <p class="row">
      <strong class="wrap"><bdi>${visible(file.filename)}</bdi></strong>
      <span class="muted">${size(file.sizeBytes)}</span>
      <span class="muted">
        ${file.broughtBy !== null && t('publishing.brought_by', { name: file.broughtBy })}
        ${' '}${when(context, file.cameAt)}
      </span>
    </p>
    <p class="small muted">SHA-256 <code class="wrap">${file.sha256}</code></p>
    ${
      file.findings.length > 0
        ? foundList(context, file.findings, around)
        : html`<p class="small">${t('publishing.no_findings')}</p>`
    }
  </li>`;
}

/** All findings of a decision. */
export function findingsOf({ files, otherFindings }: Review): ReviewFinding[] {
  return [...files.flatMap(({ findings }) => findings), ...otherFindings];
}

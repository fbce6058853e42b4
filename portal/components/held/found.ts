import { isBlocking } from '../../../domain/findings.ts';
import type { Excerpt } from '../../../services/releases/excerpts.ts';
import type { ReviewFinding } from '../../../services/releases/review.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { type BrowsedVersion, filesAddress } from '../files-address.ts';
import { severityBadge } from '../risk.ts';
import { visible } from '../visible.ts';

/** The lines around findings, and the version for links to its file browser. */
export interface Surroundings {
  excerpts: ReadonlyMap<ReviewFinding, Excerpt>;
  /** The stored file of the findings; undefined for a file that the file browser can't open. */
  at?: (BrowsedVersion & { file: string }) | undefined;
}

/** The findings, each with its place and the lines around it. */
export function foundList(
  context: PageContext,
  findings: readonly ReviewFinding[],
  around?: Surroundings,
): Html {
  const { t } = context;
  return html`<ul class="findings">
    ${findings.map((finding) => {
      const { severity, title, description } = finding;
      const excerpt = around?.excerpts.get(finding);
      return html`<li>
        ${severityBadge(context, severity)}
        <strong><bdi>${visible(title)}</bdi></strong>
        ${placeOf(finding, around)}
        ${isBlocking(finding) && html` <span class="small">${t('publishing.blocks')}</span>`}
        ${description !== '' && html`<p class="small">${visible(description)}</p>`}
        ${excerpt && excerptTable(context, finding, excerpt)}
      </li>`;
    })}
  </ul>`;
}

function placeOf({ path, line }: ReviewFinding, around?: Surroundings): Html | undefined {
  if (path === null) return undefined;
  const place = html`<code class="wrap"><bdi>${visible(path)}</bdi>${line !== null && `:${line}`}</code>`;
  if (!around?.at) return html` ${place}`;
  const { file, ...version } = around.at;
  return html` <a href=${`${filesAddress(version, { path, file })}${line === null ? '' : `#L${line}`}`}
    >${place}</a
  >`;
}

function excerptTable({ t }: PageContext, { path, line, title }: ReviewFinding, excerpt: Excerpt): Html {
  const place = path === null ? String(line) : `${visible(path)}:${line}`;
  return html`<div
    class="table-box lines excerpt"
    tabindex="0"
    role="group"
    aria-label=${t('workspace.lines_around', { place, title: visible(title) })}
  >
    <table role="presentation">
      <tbody>
        ${excerpt.lines.map(visible).map((text, index) => {
          const number = excerpt.firstLine + index;
          const isFound = number === line;
          return html`<tr class=${isFound ? 'marked' : undefined}>
            <td class="line-number">${number}</td>
            <td class="code">${isFound ? html`<mark>${text}</mark>` : text}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

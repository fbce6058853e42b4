import { type StructuredPatchHunk, structuredPatch } from 'diff';
import { badge } from '../../components/show.ts';
import { visible } from '../../components/visible.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { shownAs } from '../files/text.ts';
import type { Comparison } from './comparison.ts';

/** Beyond these limits the page names differing files without their differences. */
const mostShown = 50;
const mostListed = 1_000;
const mostBytes = 64 * 1024;
const mostBytesTogether = 512 * 1024;
/** The time limit for all differences of a page: other requests wait meanwhile. */
const budgetMs = 200;

type Changed = Comparison['members'][number];

/** Event loop time that the page has used. */
interface Spent {
  ms: number;
}

/** New, removed and changed members, with the changes of texts. */
export async function changedFiles(context: PageContext, comparison: Comparison): Promise<Html> {
  const { t } = context;
  const { members, unchanged } = comparison;
  const shown: Html[] = [];
  let bytes = 0;
  const spent: Spent = { ms: 0 };
  for (const [index, changed] of members.slice(0, mostListed).entries()) {
    const size = (changed.before?.sizeBytes ?? 0) + (changed.after?.sizeBytes ?? 0);
    const fits = index < mostShown && size <= mostBytes && bytes + size <= mostBytesTogether;
    if (fits) bytes += size;
    shown.push(await changedFile(context, comparison, changed, fits ? spent : undefined));
  }
  return html`<section>
    <h2>${t('compare.files')}</h2>
    <p>${t('compare.summary', { changed: members.length, unchanged })}</p>
    ${inside(context, comparison)} ${shown}
    ${
      members.length > mostListed &&
      html`<p class="muted">${t('archive.more', { count: members.length - mostListed })}</p>`
    }
  </section>`;
}

/** The archives of these members: a version can have several. */
function inside({ t }: PageContext, { before, after }: Comparison): Html | undefined {
  if (!before.file || !after.file) return undefined;
  const names = { before: before.file.filename, after: after.file.filename };
  return html`<p class="muted small wrap">${t('compare.inside', names)}</p>`;
}

async function changedFile(
  context: PageContext,
  comparison: Comparison,
  changed: Changed,
  spent: Spent | undefined,
): Promise<Html> {
  const { t } = context;
  const { path, before, after } = changed;
  const [word, tone] = stateOf(changed);
  const hunks = spent ? await differences(context, comparison, changed, spent) : null;
  return html`<details open=${hunks !== null && hunks.length > 0}>
    <summary>
      <code><bdi>${visible(path)}</bdi></code> ${badge(t(word), tone)}${' '}
      <span class="muted small"
        >${[before, after].map((side) => (side ? context.size(side.sizeBytes) : '-')).join(' → ')}</span
      >
    </summary>
    ${
      hunks === null
        ? html`<p class="muted">${t('compare.not_shown')}</p>`
        : html`<pre
            class="difference"
            tabindex="0"
            role="region"
            aria-label=${t('compare.difference_of', { path: visible(path) })}
          ><code>${hunks.flatMap(showHunk)}</code></pre>`
    }
  </details>`;
}

function stateOf({ before, after }: Changed) {
  if (before === null) return ['compare.added', 'good'] as const;
  return after === null
    ? (['compare.removed', 'danger'] as const)
    : (['compare.changed', 'warning'] as const);
}

/** Null where a side is not text, or where the time limit is exceeded. */
async function differences(
  { services }: PageContext,
  { before, after }: Comparison,
  { path, ...members }: Changed,
  spent: Spent,
): Promise<readonly StructuredPatchHunk[] | null> {
  const textOf = async (side: Comparison['before'], isThere: boolean) => {
    if (!isThere) return '';
    const { body } = await services.files.memberOf(side, path);
    const shown = body && shownAs(path, body);
    return shown?.kind === 'text' ? shown.text : null;
  };
  const [a, b] = [await textOf(before, members.before !== null), await textOf(after, members.after !== null)];
  const left = budgetMs - spent.ms;
  if (a === null || b === null || left <= 0) return null;
  const begun = performance.now();
  const patch = structuredPatch(path, path, a, b, '', '', { context: 3, timeout: left });
  spent.ms += performance.now() - begun;
  return patch?.hunks ?? null;
}

function showHunk({ oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk): Html[] {
  const head = `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n`;
  return [html`<span class="hljs-meta">${head}</span>`, ...lines.map(showLine)];
}

/** A line with a sign at its start, so that colour is not the only mark. */
function showLine(line: string): Html {
  const kind = line.startsWith('+') ? 'hljs-addition' : line.startsWith('-') ? 'hljs-deletion' : undefined;
  return html`<span class=${kind}>${visible(`${line}\n`)}</span>`;
}

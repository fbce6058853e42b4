import { DomainError } from '../../../domain/errors.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { Window } from '../../../domain/paging.ts';
import type { Named, NamedVersion } from '../../../services/packages/find.ts';
import type { InspectedHeld } from '../../../services/releases/inspect-held.ts';
import type { Held } from '../../../services/releases/list-held.ts';
import type { Form } from '../../form.ts';
import { html, type Html } from '../../html.ts';
import { type Answer, type Attempt, done, type Page, type PageContext } from '../../page.ts';
import { hiddenFields, postForm } from '../form.ts';
import { openList } from '../list-page.ts';
import { versionLink } from '../package-link.ts';
import { ecosystemBadge, empty, when } from '../show.ts';
import { aboutShown, decisionButtons, decisionFields, readDecision } from './decision.ts';
import { holdWords } from './hold-words.ts';
import { reviewed } from './reviewed.ts';

/** A low number, as each entry is complete and reads its archives. */
const perPage = 5;

/**
 * Held releases and files with their findings and a decision form each; `heldForms` handles the forms. `list` returns
 * one page of them.
 */
export async function heldList(
  context: PageContext,
  {
    path,
    kept,
    list,
    attempt,
    pageName,
    nothing = context.t('workspace.nothing_held'),
  }: {
    /** The address of the page. */
    path: string;
    /** Query members that links to other pages of the list keep. */
    kept?: Readonly<Record<string, string | undefined>>;
    list: (window: Window) => Promise<readonly Held[]>;
    attempt?: Attempt | undefined;
    /** The query member with the number of the page, where a page has several lists. */
    pageName?: string;
    /** The text of an empty list. */
    nothing?: string;
  },
): Promise<Html> {
  const page = openList(context, path, perPage, kept, pageName);
  const { shown, isEmpty, pager } = page.close(await list(page.window));
  if (isEmpty) return empty(nothing);
  // archives are read in parallel
  const entries = await Promise.all(shown.map((held) => heldEntry(context, held, attempt)));
  const isGone = entries.every((entry) => entry === undefined);
  return html`<div>${isGone ? empty(context.t('workspace.held_gone')) : entries} ${pager}</div>`;
}

async function heldEntry(context: PageContext, held: Held, attempt?: Attempt): Promise<Html | undefined> {
  const { t, services, caller } = context;
  const { ecosystem, name, version, uploadId, filename, uploadedAt, publisher, reason } = held;
  const id = `held-${ecosystem}-${name}-${version}-${uploadId ?? ''}`.replaceAll(/[^\w-]+/g, '_');
  const served = services.ecosystems.all.find((each) => each.id === ecosystem);
  if (!served) return unservedEntry(context, held, id);
  const named = { ecosystem: served, name, version };
  const inspected = await orGone(services.releases.inspectHeld(caller, { ...named, uploadId }));
  if (!inspected) return undefined;
  const { review, excerpts, browsable, isHeldByPlatform } = inspected;
  return html`<article class="card" aria-labelledby=${id}>
    <h3 class="row" id=${id}>
      ${ecosystemBadge(ecosystem)} <span>${name}</span> ${versionLink(ecosystem, name, version)}
      ${filename !== null && html`<code class="wrap">${filename}</code>`}
    </h3>
    <p>
      ${uploadId === null && holdWords(context, reason)}
      <span class="muted">
        ${' '}${publisher !== null && t('publishing.brought_by', { name: publisher })}
        ${' '}${when(context, uploadedAt)}
      </span>
    </p>
    ${isHeldByPlatform && html`<p>${t('publishing.held_by_platform')}</p>`}
    ${reviewed(context, review, { excerpts, browsable, version: { ecosystem, name, version } })}
    ${inspected.mayDecide && decisionForm(context, held, { inspected, id, attempt })}
  </article>`;
}

/** An entry of an ecosystem that only another process serves: the list stays complete. */
function unservedEntry({ t }: PageContext, { ecosystem, name, version, filename }: Held, id: string): Html {
  return html`<article class="card" aria-labelledby=${id}>
    <h3 class="row" id=${id}>
      ${ecosystemBadge(ecosystem)} <span>${name}</span> <span>${version}</span>
      ${filename !== null && html`<code class="wrap">${filename}</code>`}
    </h3>
    <p>${t('workspace.not_served')}</p>
  </article>`;
}

function decisionForm(
  context: PageContext,
  { ecosystem, name, version, uploadId, filename }: Held,
  { inspected, id, attempt }: { inspected: InspectedHeld; id: string; attempt?: Attempt | undefined },
): Html {
  const { review } = inspected;
  const given = { ecosystem, name, version, file: uploadId ?? '' };
  const isTried = Object.entries(given).every(([key, value]) => attempt?.form.typed(key) === value);
  const of = [ecosystem, name, version, filename].filter((part) => part !== null).join(' ');
  return postForm(
    context,
    { label: `${context.t('publishing.decision')}: ${of}` },
    html`<div>
      ${hiddenFields(Object.entries(given))}
      ${decisionFields(context, review, { id, attempt: isTried ? attempt : undefined })}
      ${decisionButtons(context, 'approve', 'reject')}
    </div>`,
  );
}

/** Undefined for an entry that was decided or hidden from the reader after the list was read. */
async function orGone(inspecting: Promise<InspectedHeld>): Promise<InspectedHeld | undefined> {
  try {
    return await inspecting;
  } catch (error) {
    if (error instanceof DomainError && ['not_found', 'forbidden', 'invalid_state'].includes(error.code))
      return undefined;
    throw error;
  }
}

interface HeldPlace {
  /** The page that the forms lead back to. */
  pathOf: (context: PageContext) => string;
  /**
   * @throws DomainError for a package that the page does not show; absent: the page shows packages of the whole
   * platform
   */
  assertShown?: (context: PageContext, named: Named) => Promise<void>;
}

/** The forms of {@link heldList}. */
export function heldForms(place: HeldPlace): NonNullable<Page['actions']> {
  return {
    approve: (context, form) => decide(context, form, 'approve', place),
    reject: (context, form) => decide(context, form, 'reject', place),
  };
}

async function decide(
  context: PageContext,
  form: Form,
  kind: 'approve' | 'reject',
  { pathOf, assertShown }: HeldPlace,
): Promise<Answer> {
  const { services, caller, t } = context;
  const named = namedIn(context, form);
  await assertShown?.(context, named);
  const decision = readDecision(form, kind);
  const path = pathOf(context);
  const id = form.text('file', fieldLimits.id.characters);
  const deciding =
    id === ''
      ? services.releases.decide(caller, named, decision)
      : services.releases.decideFile(caller, { ...named, id }, decision);
  const { isPending } = await aboutShown(context, deciding);
  const name = `${named.name} ${named.version}`;
  if (isPending) return done(path, t('workspace.decision_noted', { name }));
  return done(path, t(kind === 'approve' ? 'workspace.approved' : 'workspace.rejected', { name }));
}

/** @throws DomainError `not_found` for an ecosystem that is not served */
function namedIn({ services }: PageContext, form: Form): NamedVersion {
  const ecosystem = services.ecosystems.get(form.text('ecosystem', fieldLimits.ecosystem.characters));
  return {
    ecosystem,
    name: form.text('name', fieldLimits['hidden name'].characters),
    version: form.text('version', fieldLimits['hidden name'].characters),
  };
}

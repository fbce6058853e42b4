import { DomainError } from '../../../domain/errors.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { aboutShown, readDecision } from '../../components/held/decision.ts';
import { translatedError } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import type { TextKey } from '../../locales/index.ts';
import { done, type Page, type PageContext, pathOf, type Redirect } from '../../page.ts';
import { namedVersion } from '../named.ts';
import type { Accepted } from '../../../services/policies/arrivals.ts';

const reasonLength = fieldLimits.reason.characters;

/** Forms of a version's page: actions of publishers, reviewers and administrators. */
export const versionForms: NonNullable<Page['actions']> = {
  yank: (context, form) => yank(context, form, true),
  unyank: (context, form) => yank(context, form, false),
  async deprecate(context, form) {
    const message = form.required('reason', reasonLength);
    await context.services.releases.deprecate(context.caller, namedVersion(context), message);
    return toVersion(context, 'publishing.was_deprecated');
  },
  async undeprecate(context) {
    await context.services.releases.deprecate(context.caller, namedVersion(context), null);
    return toVersion(context, 'publishing.was_undeprecated');
  },
  async hold(context, form) {
    const reason = form.required('reason', reasonLength);
    await context.services.releases.hold(context.caller, namedVersion(context), { reason });
    return toVersion(context, 'publishing.was_held');
  },
  async rescan(context) {
    await context.services.findings.rescan(context.caller, namedVersion(context));
    return toVersion(context, 'publishing.scan_started');
  },
  promote,
  approve: (context, form) => decide(context, form, 'approve'),
  reject: (context, form) => decide(context, form, 'reject'),
  approve_file: (context, form) => decideFile(context, form, 'approve'),
  reject_file: (context, form) => decideFile(context, form, 'reject'),
  async publish(context) {
    const { release } = await context.services.drafting.publish(context.caller, namedVersion(context));
    return toVersion(
      context,
      release.state === 'published' ? 'publishing.was_published' : 'publishing.is_checked',
    );
  },
  async discard(context) {
    const named = namedVersion(context);
    const discarded = await context.services.drafting.discard(context.caller, named);
    if (!discarded) throw translatedError('invalid_state', context.t('publishing.no_draft'));
    return toRest(context, 'publishing.was_discarded');
  },
};

async function yank(context: PageContext, form: Form, isYanked: boolean): Promise<Redirect> {
  const reason = form.optional('reason', reasonLength) ?? null;
  await context.services.releases.yank(context.caller, namedVersion(context), { isYanked, reason });
  return toVersion(context, isYanked ? 'publishing.was_yanked' : 'publishing.was_unyanked');
}

async function promote(context: PageContext, form: Form): Promise<Redirect> {
  const command = {
    repositorySlug: form.text('repository_slug', fieldLimits.slug.characters),
    movesReleases: form.isOn('move_releases'),
    reason: form.optional('reason', reasonLength) ?? null,
    accepted: readAccepted(form),
    acceptsRevoked: form.isOn('accepts_revoked'),
    filesDigest: form.optional('files_digest', fieldLimits.digest.characters) ?? null,
  };
  await context.services.releases.promote(context.caller, namedVersion(context), command);
  return toVersion(context, 'publishing.was_promoted');
}

async function decide(context: PageContext, form: Form, kind: 'approve' | 'reject'): Promise<Redirect> {
  const { caller, services } = context;
  const decision = readDecision(form, kind);
  const decided = services.releases.decide(caller, namedVersion(context), decision);
  const { isPending } = await aboutShown(context, decided);
  if (isPending) return toVersion(context, 'publishing.is_decided');
  return kind === 'approve'
    ? toVersion(context, 'publishing.was_approved')
    : toRest(context, 'publishing.was_rejected');
}

async function decideFile(context: PageContext, form: Form, kind: 'approve' | 'reject'): Promise<Redirect> {
  const { caller, services } = context;
  const named = { ...namedVersion(context), id: form.text('file', fieldLimits.id.characters) };
  const decided = services.releases.decideFile(caller, named, readDecision(form, kind));
  const { isPending } = await aboutShown(context, decided);
  if (isPending) return toVersion(context, 'publishing.is_decided');
  return toVersion(context, kind === 'approve' ? 'publishing.file_approved' : 'publishing.file_rejected');
}

/** The rules that the form accepts, of those that the refusal named. */
export function readAccepted(form: Form): Accepted {
  return {
    rules: form.words('accepts_rules', 500),
    digest: form.optional('arrival_digest', fieldLimits.digest.characters) ?? null,
  };
}

function toVersion(context: PageContext, notice: TextKey): Redirect {
  const { ecosystem, name, version } = namedVersion(context);
  return done(pathOf('packages', ecosystem.id, name, version), context.t(notice, { version }));
}

/** Where a reader goes after a deletion: the page of the version or the package, or the way to publish another. */
async function toRest(context: PageContext, notice: TextKey): Promise<Redirect> {
  const { caller, services, t } = context;
  const { version, ...named } = namedVersion(context);
  const { id } = named.ecosystem;
  const isThere = async (read: () => Promise<unknown>) => {
    try {
      await read();
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_found') return false;
      throw error;
    }
  };
  const message = t(notice, { version });
  if (await isThere(() => services.releases.get(caller, { ...named, version })))
    return done(pathOf('packages', id, named.name, version), message);
  if (await isThere(() => services.packages.getPage(caller, named)))
    return done(pathOf('packages', id, named.name), message);
  return done(pathOf('publish', id), message);
}

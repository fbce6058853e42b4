import { policySection, savePolicy, type Trial, tryPolicy } from '../../components/policy/section.ts';
import { openSection, sectionView, workspacePath } from '../../components/workspace.ts';
import { html } from '../../html.ts';
import { type Attempt, done, type Page, type PageContext, type View } from '../../page.ts';

const section = 'policy';

/** The policy of an organization, with buttons to save it or to try it on visible releases. */
export const organizationPolicyPage: Page = {
  path: `/orgs/:slug/${section}`,
  audience: 'person',
  view: (context, attempt) => show(context, { attempt }),
  actions: {
    async save(context, form) {
      await savePolicy(context, ownerOf(context), form);
      return done(workspacePath(context, section), context.t('places.policy_saved'));
    },
    async dry_run(context, form) {
      return show(context, { trial: await tryPolicy(context, ownerOf(context), form) });
    },
  },
};

const ownerOf = ({ params }: PageContext) => ({ organization: params['slug'] ?? '' });

async function show(
  context: PageContext,
  state: { attempt?: Attempt | undefined; trial?: Trial },
): Promise<View> {
  const workspace = await openSection(context, section);
  const form = await policySection(context, ownerOf(context), state);
  return sectionView(
    context,
    workspace,
    section,
    html`<div>
      <p>${context.t('workspace.policy_text')}</p>
      ${form}
    </div>`,
  );
}

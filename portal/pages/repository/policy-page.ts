import { policySection, savePolicy, type Trial, tryPolicy } from '../../components/policy/section.ts';
import { type Attempt, done, type Page, type PageContext, type View } from '../../page.ts';
import { repositoryFrame, repositoryPath } from './frame.ts';

/** The policy of a repository, with buttons to save it or to try it on visible releases. */
export const repositoryPolicyPage: Page = {
  path: '/repositories/:slug/policy',
  audience: 'person',
  view: (context, attempt) => show(context, { attempt }),
  actions: {
    async save(context, form) {
      await savePolicy(context, placeOf(context), form);
      return done(repositoryPath(context, 'policy'), context.t('places.policy_saved'));
    },
    async dry_run(context, form) {
      return show(context, { trial: await tryPolicy(context, placeOf(context), form) });
    },
  },
};

const placeOf = ({ params }: PageContext) => ({ repository: params['slug'] ?? '' });

async function show(
  context: PageContext,
  state: { attempt?: Attempt | undefined; trial?: Trial },
): Promise<View> {
  const { t, services, caller } = context;
  const named = placeOf(context);
  const repository = await services.repositories.manage(caller, named.repository, ['manage_repository']);
  const title = t('places.policy_of', { name: repository.name });
  const body = await policySection(context, named, state);
  return { title, body: repositoryFrame(context, repository, { section: 'policy', title, body }) };
}

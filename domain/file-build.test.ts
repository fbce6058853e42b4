import { expect, it } from 'vitest';
import { fileBuildOf } from './file-build.ts';

const build = {
  issuer: 'https://token.actions.githubusercontent.com',
  repository: 'acme/probe',
  repositoryOwnerId: '1',
  commit: 'c0ffee',
  workflowRefs: ['acme/probe/.github/workflows/release.yml@refs/heads/main', 'github.com/acme'],
  environment: null,
  event: 'push',
};

it('names repository, commit and workflow of a build', () => {
  expect(fileBuildOf(build)).toEqual({
    issuer: 'https://token.actions.githubusercontent.com',
    repository: 'acme/probe',
    commit: 'c0ffee',
    workflow: 'acme/probe/.github/workflows/release.yml@refs/heads/main',
  });
});

it('keeps no text that is too long or can not be stored', () => {
  const found = fileBuildOf({ ...build, repository: 'a\0b', commit: 'c'.repeat(5_000), workflowRefs: [] });

  expect(found).toMatchObject({ repository: null, workflow: null });
  expect(found.commit?.length).toBeLessThanOrEqual(500);
});

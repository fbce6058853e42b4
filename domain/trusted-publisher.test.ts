import { describe, expect, it, test } from 'vitest';
import {
  agrees,
  type AttestedBuild,
  type BuildIdentity,
  isCertificateOf,
  isMatch,
  isShown,
  isSameOwner,
  isStrangersRun,
  type PublisherRules,
} from './trusted-publisher.ts';

const rules: PublisherRules = {
  issuer: 'https://builds.example',
  subject: null,
  repository: 'acme/probe',
  workflowRef: null,
  environment: null,
};

const build: BuildIdentity = {
  issuer: 'https://builds.example',
  subject: 'repo:acme/probe:ref:refs/heads/main',
  repository: 'acme/probe',
  repositoryOwnerId: '42',
  workflowRef: 'acme/probe/.github/workflows/release.yml@refs/heads/main',
  environment: 'prod',
  event: 'push',
  jti: 'one',
  commit: null,
  expiresAt: new Date(0),
};

describe('a trusted publisher', () => {
  test.each<[string, Partial<PublisherRules>, Partial<BuildIdentity>]>([
    ['the repository alone', {}, {}],
    ['the repository in another case', { repository: 'Acme/Probe' }, {}],
    ['the subject alone', { repository: null, subject: build.subject }, {}],
    ['a workflow file by its name', { workflowRef: 'release.yml' }, {}],
    ['a workflow on any reference', { workflowRef: 'acme/probe/.github/workflows/release.yml' }, {}],
    ['a workflow on its reference', { workflowRef: build.workflowRef }, {}],
    ['the environment', { environment: 'prod' }, {}],
    ['no environment where none is asked for', {}, { environment: null }],
    [
      'a pipeline file of another kind of host',
      { workflowRef: 'host/acme/probe//.ci.yml' },
      { workflowRef: 'host/acme/probe//.ci.yml@refs/heads/main' },
    ],
  ])('matches %s', (_what, changedRules, changedBuild) => {
    expect(isMatch({ ...rules, ...changedRules }, { ...build, ...changedBuild })).toBe(true);
  });

  test.each<[string, Partial<PublisherRules>, Partial<BuildIdentity>]>([
    ['another issuer', {}, { issuer: 'https://builds.example/' }],
    ['another repository', {}, { repository: 'acme/probe2' }],
    ['a longer owner', {}, { repository: 'evil-acme/probe' }],
    ['no repository', {}, { repository: null }],
    ['a subject in another case', { subject: build.subject.toUpperCase() }, {}],
    ['the beginning of a subject', { subject: 'repo:acme/probe' }, {}],
    ['another workflow file', { workflowRef: 'test.yml' }, {}],
    ['the end of a workflow file', { workflowRef: 'ease.yml' }, {}],
    ['another reference', { workflowRef: 'acme/probe/.github/workflows/release.yml@refs/heads/x' }, {}],
    ['no workflow', { workflowRef: 'release.yml' }, { workflowRef: null }],
    [
      'the file of that name in a repository that is called by this one',
      { workflowRef: 'release.yml' },
      { workflowRef: 'other/lib/.github/workflows/release.yml@main' },
    ],
    ['another environment', { environment: 'prod' }, { environment: 'staging' }],
    ['no environment', { environment: 'prod' }, { environment: null }],
    ['the right repository and a wrong subject', { subject: 'repo:acme/probe:pull_request' }, {}],
  ])('does not match %s', (_what, changedRules, changedBuild) => {
    expect(isMatch({ ...rules, ...changedRules }, { ...build, ...changedBuild })).toBe(false);
  });

  it('belongs to the owner it was first used by', () => {
    expect(isSameOwner(null, build)).toBe(true);
    expect(isSameOwner('42', build)).toBe(true);
    expect(isSameOwner('43', build)).toBe(false);
    expect(isSameOwner('42', { ...build, repositoryOwnerId: null })).toBe(false);
  });

  test.each([
    ['push', false],
    ['release', false],
    [null, false],
    ['pull_request_target', true],
    ['workflow_run', true],
  ])('takes a run by %s for a run of strangers: %s', (event, expected) => {
    expect(isStrangersRun({ ...build, event })).toBe(expected);
  });
});

describe('a certificate', () => {
  const named: PublisherRules & { repositoryOwnerId: string | null } = { ...rules, repositoryOwnerId: null };
  const attested: AttestedBuild = {
    issuer: rules.issuer,
    repository: 'acme/probe',
    repositoryOwnerId: '42',
    commit: null,
    workflowRefs: ['acme/probe/.github/workflows/release.yml@refs/heads/main'],
    environment: 'prod',
    event: 'push',
  };

  test.each<[string, Partial<typeof named>, Partial<AttestedBuild>]>([
    ['the repository', {}, {}],
    ['a workflow', { workflowRef: 'release.yml' }, {}],
    ['the environment', { environment: 'prod' }, {}],
    ['the owner', { repositoryOwnerId: '42' }, {}],
    ['a build of which it says little', {}, { environment: null, event: null, repositoryOwnerId: null }],
  ])('shows a publisher by %s', (_what, changedRules, changedBuild) => {
    expect(isShown({ ...named, ...changedRules }, { ...attested, ...changedBuild })).toBe(true);
  });

  test.each<[string, Partial<typeof named>, Partial<AttestedBuild>]>([
    ['no repository', { repository: null, subject: build.subject }, {}],
    ['a subject beside the repository', { subject: build.subject }, {}],
    ['another repository', {}, { repository: 'acme/other' }],
    ['another issuer', {}, { issuer: 'https://other.example' }],
    ['another workflow', { workflowRef: 'test.yml' }, {}],
    ['an environment that it does not say', { environment: 'prod' }, { environment: null }],
    ['an owner that it does not say', { repositoryOwnerId: '42' }, { repositoryOwnerId: null }],
    ['another owner', { repositoryOwnerId: '43' }, {}],
    ['a run that strangers set off', {}, { event: 'pull_request_target' }],
  ])('does not show a publisher with %s', (_what, changedRules, changedBuild) => {
    expect(isShown({ ...named, ...changedRules }, { ...attested, ...changedBuild })).toBe(false);
  });

  test('agrees with no publisher that names a subject alone', () => {
    expect(agrees({ ...named, repository: null, subject: build.subject }, attested)).toBe(false);
    expect(agrees(named, attested)).toBe(true);
  });

  test.each<[string, Partial<BuildIdentity>, Partial<AttestedBuild>, boolean]>([
    ['the build itself', {}, {}, true],
    ['a build of which it says little', {}, { environment: null, repositoryOwnerId: null }, true],
    ['another repository', {}, { repository: 'acme/other' }, false],
    [
      'another workflow',
      {},
      { workflowRefs: ['acme/probe/.github/workflows/test.yml@refs/heads/main'] },
      false,
    ],
    ['another environment', {}, { environment: 'test' }, false],
    ['another owner', {}, { repositoryOwnerId: '43' }, false],
    ['another issuer', {}, { issuer: 'https://other.example' }, false],
    ['a build without a repository', { repository: null }, { repository: null }, false],
  ])('is of an identity: %s', (_what, shown, changedBuild, expected) => {
    const identity = {
      ...build,
      repository: 'acme/probe',
      repositoryOwnerId: '42',
      workflowRef: 'acme/probe/.github/workflows/release.yml@refs/heads/main',
      environment: 'prod',
      issuer: rules.issuer,
    };
    expect(isCertificateOf({ ...identity, ...shown }, { ...attested, ...changedBuild })).toBe(expected);
  });
});

import { expect, test } from 'vitest';
import { createFinishingActivities, largePackage } from './publish-and-finish.ts';

const release = { releaseId: 'r', packageId: 'p', uploadId: 'u' };
const run = { ...release, workflowId: 'w', runId: '1' };

function createSteps({ obstacle = null, finish = async () => {}, releases = 1 }: Fakes = {}) {
  const taken: string[] = [];
  const steps = createFinishingActivities(
    {
      publish: async () => {
        taken.push('publish');
        return obstacle;
      },
    },
    {
      finishPublish: () => {
        taken.push('finish');
        return finish();
      },
    },
    async () => releases,
  );
  return { steps, taken };
}

interface Fakes {
  obstacle?: string | null;
  finish?: () => Promise<void>;
  releases?: number;
}

test('what is published and finished needs no other step', async () => {
  const { steps, taken } = createSteps();

  expect(await steps.publishAndFinish(run)).toEqual({ waitsFor: null, isFinished: true });

  expect(taken).toEqual(['publish', 'finish']);
});

test('what has to wait is not finished', async () => {
  const { steps, taken } = createSteps({ obstacle: 'blocked_by_findings' });

  expect(await steps.publishAndFinish(run)).toEqual({ waitsFor: 'blocked_by_findings', isFinished: false });

  expect(taken).toEqual(['publish']);
});

test('a search that fails does not keep a release from being published', async () => {
  const { steps } = createSteps({ finish: () => Promise.reject(new Error('the search is away')) });

  expect(await steps.publishAndFinish(run)).toEqual({ waitsFor: null, isFinished: false });
});

test('a search that does not answer does not delay the publish', async () => {
  const { steps } = createSteps({ finish: () => new Promise(() => {}) });

  expect(await steps.publishAndFinish(run)).toEqual({ waitsFor: null, isFinished: false });
});

test('the search of a large package does not delay the publish', async () => {
  const { steps, taken } = createSteps({ releases: largePackage + 1 });

  expect(await steps.publishAndFinish(run)).toEqual({ waitsFor: null, isFinished: false });

  expect(taken).toEqual(['publish']);
});

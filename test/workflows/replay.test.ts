import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBundle } from '../../activities/bundle.ts';
import * as workflows from '../../workflows/index.ts';
import { replayOne, replayRecorded } from '../support/replay.ts';

const folder = join(import.meta.dirname, 'histories');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

interface RecordedHistory {
  events: {
    eventType: string;
    workflowExecutionStartedEventAttributes?: { workflowType: { name: string } };
  }[];
}

async function readHistory(file: string): Promise<RecordedHistory> {
  return JSON.parse(await readFile(join(folder, file), 'utf8')) as RecordedHistory;
}

describe('histories', () => {
  let errors: Map<string, Error | undefined>;
  beforeAll(async () => {
    errors = await replayRecorded(files, readHistory, await ensureBundle());
  });

  test.each(files)('%s replays with today’s workflow code', (file) => {
    expect(errors.has(file)).toBe(true);
    expect(errors.get(file)).toBeUndefined();
  });
});

test('there is a history of every workflow that workers register', async () => {
  const histories = await Promise.all(files.map(readHistory));

  const types = histories.map(
    ({ events }) => events[0]?.workflowExecutionStartedEventAttributes?.workflowType.name,
  );

  expect(new Set(types)).toEqual(new Set(Object.keys(workflows)));
});

describe('a change of the workflow code that running workflows could not follow', () => {
  let temporary: string;
  beforeAll(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'rookery-bundle-'));
  });
  afterAll(() => rm(temporary, { recursive: true }));

  const changes = [
    {
      what: 'a step is called otherwise',
      file: 'publish-published',
      from: /\.scanRelease\(/g,
      to: '.inspectRelease(',
    },
    {
      what: 'a local step is called otherwise',
      file: 'publish-held-approved',
      from: /\.hold\(/g,
      to: '.keep(',
    },
    {
      what: 'a step is added',
      file: 'clean-expired',
      from: /\b(\w{1,80}\.maintenance)\.cleanBlobs\(\)/g,
      to: '$1.cleanRows().then(() => $1.cleanBlobs())',
    },
    {
      what: 'decisions are looked for otherwise',
      file: 'publish-held-approved',
      from: /\.findDecision\(/g,
      to: '.lookForDecision(',
    },
    {
      what: 'a signal is not listened to',
      file: 'publish-held-rejected',
      from: /'decided'/g,
      to: "'judged'",
    },
  ];

  test.each(changes)('is found: $what', async ({ file, from, to }) => {
    const code = await readFile(await ensureBundle(), 'utf8');
    expect(code).toMatch(from);
    const path = join(temporary, 'changed.cjs');
    await writeFile(path, code.replaceAll(from, to));

    await expect(replayOne(await readHistory(`${file}.json`), path)).rejects.toThrow(/determinism/i);
  });
});

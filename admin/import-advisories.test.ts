import { expect, test } from 'vitest';
import { describeReport, readWanted } from './import-advisories.ts';

const file = import.meta.filename;

test.each([
  ['no ecosystem', ['import-advisories', file], '--ecosystem must be one of'],
  ['an unknown ecosystem', ['import-advisories', '--ecosystem', 'apt', file], '--ecosystem must be one of'],
  ['no file', ['import-advisories', '--ecosystem', 'nuget'], 'name one zip file'],
  ['two files', ['import-advisories', '--ecosystem', 'nuget', file, file], 'name one zip file'],
  [
    'a file that is not there',
    ['import-advisories', '--ecosystem', 'nuget', '/nowhere.zip'],
    'is not a file',
  ],
  ['a question', ['import-advisories', '--help'], 'Usage:'],
])('%s is answered in words', (_what, args, words) => {
  expect(readWanted(args)).toContain(words);
});

test('an ecosystem and a file are an import', () => {
  expect(readWanted(['import-advisories', '--ecosystem', 'nuget', file])).toEqual({
    ecosystem: 'nuget',
    file,
  });
});

test('a report tells what there is to tell', () => {
  const counts = { read: 5, added: 2, updated: 1, withdrawn: 1, unchanged: 0, elsewhere: 0, refused: 0 };

  expect(describeReport({ counts, total: null, affected: null })).toBe(
    '5 of ? entries; 2 new, 1 updated (1 of them withdrawn), 0 unchanged',
  );
  expect(
    describeReport({
      counts: { ...counts, elsewhere: 1, refused: 1 },
      total: 5,
      affected: { packages: 1, releases: 3 },
    }),
  ).toBe(
    "5 of 5 entries; 2 new, 1 updated (1 of them withdrawn), 0 unchanged; 1 about something else; 1 could not be read, see the worker's log; 3 versions of 1 packages here are affected",
  );
});

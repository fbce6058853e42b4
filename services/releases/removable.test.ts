import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Functions that remove rows or bytes of releases, or announce their removal. */
const removing =
  /\b(?:deleteUpload|markDeleted|removeDeleted|deleteUnseenReleases|insertDecision|discard)\(|\bdeleteRelease\(tx|closeDraft\([^)]*'discarded'/;
const asking = /\b(?:assertRemovable|removeWaiting)\(/;

/** Files of `services/` that remove without `assertRemovable`, each with its reason. */
const unasked: Readonly<Record<string, string>> = {
  'advisories/import.ts': 'an archive of advisories',
  'imports/begin.ts': 'an upload that was never used',
  'publishing/drafting.ts': 'asks in `drafts.discard`; otherwise its own refused bytes',
  'publishing/enter.ts': 'its own refused bytes',
  'publishing/file-target.ts': 'a file that was refused, by its step',
  'publishing/in-ecosystem.ts': 'its own refused bytes',
  'publishing/look-at-draft.ts': 'an abandoned draft, never one in quarantine',
  'publishing/publish-file.ts': 'its own refused bytes',
  'publishing/publish.ts': 'its own refused bytes',
  'publishing/refuse-early.ts': 'its own refused bytes',
  'publishing/store-files.ts': 'bytes that have become artifacts',
  'publishing/uploads.ts': 'the removal itself',
  'publishing/withdraw-draft.ts': 'of a revoked credential; its callers leave those in quarantine',
  'publishing/withdraw-file.ts': 'of a revoked credential, never one in quarantine',
  'releases/add-file.ts': 'a rejection on record, which was asked about',
  'releases/join-files.ts': 'bytes that have become artifacts, or are lost',
  'releases/reject-held.ts': 'a rejection on record, which was asked about',
  'releases/withdraw.ts': 'a publish that has failed, by its step',
};

it('whatever removes bytes or rows of releases asks whether the platform withholds them', () => {
  const sources = globSync('services/**/*.ts').filter((path) => !path.endsWith('.test.ts'));

  const removers = sources
    .filter((path) => removing.test(readFileSync(path, 'utf8')))
    .filter((path) => !asking.test(readFileSync(path, 'utf8')))
    .map((path) => path.slice('services/'.length));

  expect(removers.toSorted()).toEqual(Object.keys(unasked));
});

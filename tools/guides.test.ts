import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Guides without a test, each with what its commands need. */
const leftOut: Readonly<Record<string, string>> = {
  nuget: 'the .NET SDK; test/clients/nuget/dotnet.sh is for a machine that has it',
  operating: 'an installation that `npm start` made, and its Temporal command',
  vulnerabilities: 'the archive of an advisory database',
};

test('the lines of each guide are run by a test', () => {
  const guides = globSync('docs/guides/*.md', { cwd: root })
    .filter((path) => readFileSync(join(root, path), 'utf8').includes('```sh\n'))
    .map((path) => basename(path, '.md'));
  const tests = globSync('test/clients/**/*.test.ts', { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');

  const unread = guides.filter(
    (name) => !new RegExp(`(?:readAs|readGuide|follow)\\(\\s*'${name}'`).test(tests),
  );

  expect(unread.toSorted()).toEqual(Object.keys(leftOut).toSorted());
});

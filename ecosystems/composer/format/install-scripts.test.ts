import { expect, test } from 'vitest';
import { countInstallScripts } from './install-scripts.ts';

const scripts = { 'post-install-cmd': 'x', 'post-create-project-cmd': ['y'], test: 'phpunit' };

test.each([
  ['a library with scripts, which run for its authors alone', { type: 'library', scripts }, 0],
  ['one that says no type', { scripts }, 0],
  ['a project with scripts', { type: 'project', scripts }, 2],
  ['a project without', { type: 'project' }, 0],
  ['a plugin', { type: 'composer-plugin' }, 1],
  ['an installer', { type: 'composer-installer', scripts }, 1],
])('of %s', (_what, served, count) => {
  expect(countInstallScripts(served)).toBe(count);
});

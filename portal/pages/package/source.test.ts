import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { languageOf } from '../../language.ts';
import type { PageContext } from '../../page.ts';
import { commitOf, sourceLink, sourceOf } from './source.ts';

const github = 'https://token.actions.githubusercontent.com';
const build = { issuer: github, repository: 'acme/probe', commit: 'c0ffee0', workflow: null };

it.each([
  [build, 'https://github.com/acme/probe', 'https://github.com/acme/probe/commit/c0ffee0'],
  [
    { ...build, issuer: 'https://gitlab.com' },
    'https://gitlab.com/acme/probe',
    'https://gitlab.com/acme/probe/-/commit/c0ffee0',
  ],
  [{ ...build, commit: '../../evil' }, 'https://github.com/acme/probe', null],
  [{ ...build, commit: null }, 'https://github.com/acme/probe', null],
  [{ ...build, issuer: 'https://ci.example' }, null, null],
  [{ ...build, repository: null }, null, null],
])('%j is of %s at %s', (of, source, commit) => {
  expect([sourceOf(of), commitOf(of)]).toEqual([source, commit]);
});

it('says of a link to source code whether a build has shown it', () => {
  const context = { ...languageOf('en') } as PageContext;
  const shown = (url: string) => {
    const link = sourceLink(context, url, [build]);
    return link && renderToString(link);
  };

  expect(shown('https://github.com/Acme/probe.git')).toContain('verified');
  expect(shown('https://github.com/acme/other')).not.toContain('verified');
  expect(shown('javascript:alert(1)')).toBeUndefined();
});

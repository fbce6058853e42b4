import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import type { ReviewFinding } from '../../../services/releases/review.ts';
import { languageOf } from '../../language.ts';
import type { PageContext } from '../../page.ts';
import { foundList } from './found.ts';

it('shows the reviewer of a finding what its texts hide', () => {
  const finding: ReviewFinding = {
    id: null,
    kind: 'malware',
    severity: 'critical',
    title: 'title\u202e',
    description: 'description\u2066',
    path: 'src/gpj\u202e.js',
    line: 3,
  };
  const excerpt = { firstLine: 3, lines: ['isAdmin\u202e // user'] };
  const at = { ecosystem: 'npm', name: 'a', version: '1.0.0', file: 'a.tgz' };

  const shown = renderToString(
    foundList(languageOf('en') as PageContext, [finding], { excerpts: new Map([[finding, excerpt]]), at }),
  );

  expect(shown).not.toMatch(/\p{Cf}/u);
  for (const text of ['title', 'description', 'src/gpj', 'isAdmin'])
    expect(shown).toContain(`${text}&lt;U+20`);
  // the link has the unchanged path
  expect(shown).toContain('gpj%E2%80%AE.js');
});

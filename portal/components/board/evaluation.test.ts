import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { evaluationBar } from './evaluation.ts';

it.each([
  ['+9.9', '+9.9'],
  ['+10.3', '+10'],
  ['-12.6', '-13'],
  ['+100.0', '+100'],
  ['#-12', '#-12'],
])('writes %s as %s, and the whole value for readers of screens', (value, shown) => {
  const html = renderToString(evaluationBar({ label: 'Evaluation', chances: 60, shown: value }));
  expect(html).toContain(`>${shown}</span>`);
  expect(html).toContain(`aria-valuetext="${value}"`);
});

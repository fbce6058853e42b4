import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { graph, graphPaths, graphSize, graphX, plyAt } from './graph.ts';

it('spreads positions over the whole width', () => {
  expect(graphX(0, 40)).toBe(0);
  expect(graphX(40, 40)).toBe(graphSize.width);
  expect(graphX(0, 0)).toBe(0);
});

it.each([
  [-0.2, 0],
  [0, 0],
  [0.49, 5],
  [0.26, 3],
  [1.4, 10],
])('a pointer at %f of the width is at half-move %i of ten', (share, ply) => {
  expect(plyAt(share, 10)).toBe(ply);
});

it('draws only what is known', () => {
  const { curve, area, ground } = graphPaths([null, null, 50, 100]);
  expect(curve).toBe('M400 70L600 0');
  expect(area).toBe('M400 140L400 70L600 0L600 140z');
  expect(ground).toBe('M400 0H600V140H400z');
  expect(graphPaths([null, null]).curve).toBe('');
});

it('has an address for every position, and marks in two shapes', () => {
  const html = renderToString(
    graph({
      chances: [50, 55, 20],
      marks: [
        { ply: 1, quality: 'Mistake' },
        { ply: 2, quality: 'Blunder' },
      ],
      current: 1,
      labelOf: (ply) => `label ${ply}`,
      hrefOf: (ply) => `?ply=${ply}`,
    }),
  );
  expect(html.match(/href="\?ply=\d"/g)).toEqual(['href="?ply=0"', 'href="?ply=1"', 'href="?ply=2"']);
  expect(html).toContain('<circle class="mark mistake"');
  expect(html).toContain('<path class="mark blunder"');
  expect(html).toContain('M300 0V140');
  expect(html).not.toContain('style=');
});

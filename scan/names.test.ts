import { describe, expect, it } from 'vitest';
import { nameFindings } from './names.ts';

const known = (...names: string[]) => names.map((name, index) => ({ name, downloads: 1000 - index }));

describe('findings of similar names', () => {
  it('names the most downloaded of several', () => {
    const existing = [
      { name: 'reqwesd', downloads: 3 },
      { name: 'reqwest', downloads: 3_000_000 },
    ];

    expect(nameFindings('reqwesr', existing)).toMatchObject([
      { kind: 'dependency_confusion', severity: 'medium', similarTo: 'reqwest', file: null },
    ]);
  });

  it('are in no text', () => {
    const [finding] = nameFindings('reqwesr', known('reqwest'));

    expect(`${finding?.title} ${finding?.description}`).not.toMatch(/reqwest|download/);
  });
});

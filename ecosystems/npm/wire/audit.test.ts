import { describe, expect, it } from 'vitest';
import { readBulk } from './audit-bulk.ts';
import { treeReport } from './audit-report.ts';
import { collectUses } from './audit-tree.ts';
import { limits } from '../format/limits.ts';

describe('an audit of names', () => {
  it('is read', () => {
    const asked = readBulk({
      probe: ['1.0.0', '1.0.0', '2.0.0'],
      [`x${'y'.repeat(300)}`]: ['1.0.0'],
      none: [],
    });

    expect([...asked]).toEqual([
      ['probe', new Set(['1.0.0', '2.0.0'])],
      ['none', new Set()],
    ]);
  });

  it.each([null, [], 'x', { a: '1' }, { a: [1] }, { a: [['1']] }])('is not %j', (body) => {
    expect(() => readBulk(body)).toThrow(expect.objectContaining({ code: 'bad_request' }));
  });

  it('has so many names, and so many versions', () => {
    const names = Object.fromEntries(
      Array.from({ length: limits['audited names'].count + 1 }, (_, n) => [`n${n}`, []]),
    );
    const versions = {
      a: Array.from({ length: limits['audited versions'].count + 1 }, (_, n) => `1.0.${n}`),
    };

    expect(() => readBulk(names)).toThrow(expect.objectContaining({ code: 'too_large' }));
    expect(() => readBulk(versions)).toThrow(expect.objectContaining({ code: 'too_large' }));
  });
});

describe('an audit of a tree', () => {
  it('is read with the way to each use', () => {
    const inner = { version: '1.0.0', dev: true };
    const uses = collectUses({
      dependencies: { a: { version: '2.0.0', dependencies: { b: inner } }, b: inner },
    });

    expect([...uses.keys()].sort()).toEqual(['a', 'b']);
    expect(uses.get('b')?.map(({ path, isDev }) => [path, isDev])).toEqual([
      ['b', true],
      ['a>b', true],
    ]);
  });

  it('has names that can be names, so that paths stay short', () => {
    const tree = { dependencies: { ['x'.repeat(1_000_000)]: { version: '1', dependencies: {} } } };

    expect(() => collectUses(tree)).toThrow(expect.objectContaining({ code: 'bad_request' }));
  });

  it('makes no report that is longer than the bound', () => {
    const uses = new Map([
      ['a', Array.from({ length: 20_000 }, () => ({ version: '1.0.0', path: 'a'.repeat(400), ...nothing }))],
    ]);

    expect(() => treeReport([hitOn('a', '1.0.0')], uses)).toThrow(
      expect.objectContaining({ code: 'too_large' }),
    );
  });
});

const nothing = { isDev: false, isOptional: false, isBundled: false };

function hitOn(name: string, version: string) {
  const affected = { nameKey: name, ranges: [], versions: [version] };
  const advisory = { id: 'X-1', number: 1, affected: [affected] };
  // a report that is too long is refused before the other members of an advisory are read
  return { advisory, affected, name, versions: [version] } as unknown as Parameters<
    typeof treeReport
  >[0][number];
}

import { describe, expect, it } from 'vitest';
import { createCursors } from './cursors.ts';

const cursors = createCursors(['a secret of this installation']);
const cursor = { page: 2, after: ['2026-03-01 09:30:00.123456+00', 'ä"\n', ''] };

describe('a cursor', () => {
  it('comes back as it was, in any process with the same secret', () => {
    const text = cursors.write('/v1/tokens', cursor);

    expect(text).toMatch(/^[\w-]+$/);
    expect(createCursors(['a secret of this installation']).read('/v1/tokens', text)).toEqual(cursor);
  });

  it.each([
    ['nothing', ''],
    ['nonsense', 'nonsense'],
    ['other letters', '&%$ü'],
    ['one of another list', cursors.write('/v1/audit', cursor)],
    ['one of another secret', createCursors(['another']).write('/v1/tokens', cursor)],
    ['a part of one', cursors.write('/v1/tokens', cursor).slice(0, -4)],
    ['one that was changed', cursors.write('/v1/tokens', cursor).replace(/.{2}$/, 'AA')],
  ])('is not %s', (_name, text) => {
    expect(cursors.read('/v1/tokens', text)).toBeNull();
  });
});

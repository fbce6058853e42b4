import { describe, expect, test } from 'vitest';
import { splitLines } from './lines.ts';
import { shownAs } from './text.ts';

describe('a member of an archive', () => {
  test.each([
    ['src/lib.rs', 'fn main() {}', { kind: 'text', text: 'fn main() {}', language: 'rs' }],
    ['x/Dockerfile', 'FROM a', { kind: 'text', text: 'FROM a', language: 'dockerfile' }],
    ['icon.svg', '<svg/>', { kind: 'text', text: '<svg/>', language: 'xml' }],
    ['a.bin', '\0\u0001', { kind: 'binary' }],
  ])('%s is shown by what it is', (path, body, expected) => {
    expect(shownAs(path, Buffer.from(body))).toEqual(expected);
  });

  test('is an image by its name and its first bytes', () => {
    const png = Buffer.from('89504e470d0a1a0a', 'hex');
    expect(shownAs('logo.png', png)).toEqual({ kind: 'image', type: 'image/png' });
    expect(shownAs('logo.png', Buffer.from('<script>'))).toMatchObject({ kind: 'text' });
    expect(shownAs('logo.txt', Buffer.from([0xff, 0xd8, 0xff]))).toEqual({ kind: 'binary' });
  });
});

test('spans of highlighted code end and begin with each line', () => {
  expect(splitLines('<span class="a">x\n<span class="b">y</span>\nz</span>w')).toEqual([
    '<span class="a">x</span>',
    '<span class="a"><span class="b">y</span></span>',
    '<span class="a">z</span>w',
  ]);
});

import { expect, it } from 'vitest';
import { squareAfterKey } from './steps.ts';

const after = (key: string, square: string, { isFlipped = false, ctrlKey = false } = {}) =>
  squareAfterKey({ key, ctrlKey }, square, isFlipped);

it('goes where the screen says, whichever side is below', () => {
  expect(after('ArrowUp', 'e2')).toBe('e3');
  expect(after('ArrowRight', 'e2')).toBe('f2');
  expect(after('ArrowUp', 'e7', { isFlipped: true })).toBe('e6');
  expect(after('ArrowRight', 'e7', { isFlipped: true })).toBe('d7');
});

it('ends at the edge', () => {
  expect(after('ArrowDown', 'a1')).toBe('a1');
  expect(after('Home', 'e4')).toBe('a4');
  expect(after('End', 'e4', { ctrlKey: true })).toBe('h1');
});

it('leaves other keys alone', () => {
  expect(after('x', 'e4')).toBeUndefined();
  expect(after('ArrowUp', 'e4', { ctrlKey: true })).toBeUndefined();
});

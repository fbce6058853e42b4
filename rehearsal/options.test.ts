import { expect, it } from 'vitest';
import { readOptions } from './options.ts';

const known = ['kill-api', 'fail-over'];

it('plays all acts for twenty seconds each without options', () => {
  expect(readOptions([], known)).toMatchObject({ acts: [], seconds: 20, isList: false, isKept: false });
});

it('takes names of acts and a time', () => {
  const options = readOptions(['--acts', 'fail-over,kill-api', '--seconds', '5', '--keep'], known);
  expect(options).toMatchObject({ acts: ['fail-over', 'kill-api'], seconds: 5, isKept: true });
});

it.each([
  [['--acts', 'kill-apis'], 'no act is called kill-apis'],
  [['--seconds', 'long'], '--seconds is a number'],
  [['--act', 'fail-over'], "Unknown option '--act'"],
])('refuses %j', (args, sentence) => {
  expect(() => readOptions(args, known)).toThrow(sentence);
});

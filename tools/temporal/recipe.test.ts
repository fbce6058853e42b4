import { describe, expect, test } from 'vitest';
import { readRecipe } from './recipe.ts';

const goMod =
  'module x\n\nrequire (\n\tgithub.com/temporalio/cli v1.8.2 // indirect\n\tgithub.com/temporalio/cli/cliext v0.0.0\n)\n';

describe('the recipe of the Temporal server', () => {
  test('names the version of the CLI module, not of its parts', () => {
    expect(readRecipe(goMod, '').version).toBe('v1.8.2');
  });

  test.each([
    ['go.mod', goMod.replace('1.8.2', '1.8.3'), 'sum'],
    ['go.sum', goMod, 'sum2'],
  ])('gets another key when %s changes', (_what, mod, sum) => {
    expect(readRecipe(mod, sum).key).not.toBe(readRecipe(goMod, 'sum').key);
  });

  test('has a key that fits a folder name and stays the same', () => {
    expect(readRecipe(goMod, 'sum').key).toMatch(/^[0-9a-f]{16}$/);
    expect(readRecipe(goMod, 'sum')).toEqual(readRecipe(goMod, 'sum'));
  });

  test('keeps the two files apart', () => {
    expect(readRecipe(`${goMod}a`, 'b').key).not.toBe(readRecipe(goMod, 'ab').key);
  });

  test('is refused without the CLI module', () => {
    expect(() => readRecipe('module x\n', '')).toThrow('github.com/temporalio/cli');
  });
});

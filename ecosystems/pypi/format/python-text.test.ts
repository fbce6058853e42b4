import { describe, expect, test } from 'vitest';
import { assignedTo, hasDocstring } from './python-text.ts';

const isLiteral = (text: string) => assignedTo('__version__', Buffer.from(text)) === 'literal';

describe('a version that is read from the text of its module', () => {
  test.each([
    '__version__ = "1.0"',
    "__version__='1.0' # the first",
    '__version__: str = "1.0"\n',
    '"""Adds\n\n__version__ = f()\n"""\n\nimport os\n\n__version__ = """1.0"""\n',
    "import os\nfrom .x import __version__\nif os.name == 'nt':\n    __version__ = f()\n__version__ = '1' '.0'\n",
    '__version__ = (1, 2, "dev")',
    '__version__ = [\n  1,\n  2,\n]\n',
    '\r\n# x\r__version__ = u"1"\r\n',
    '# -*- coding: utf-8 -*-\n__version__ = "1.0"',
    '\ufeff__version__ = "1.0"',
    '"it\'s \\" all"\n__version__ = "1.0"',
    'x = {\n  "a": 1,\n}\n\f__version__ = "1.0"',
    '__version__ = "1.0"\nname = f"x {__version__}"',
    '# é\n"é"\n__version__ = "1.0"',
  ])('%j', (text) => {
    expect(isLiteral(text)).toBe(true);
  });

  test.each([
    '',
    'version = "1.0"',
    '__version__ = f()',
    '__version__ = ""',
    '__version__ = None',
    '__version__ = b"1.0"',
    '__version__ = "1" + x',
    '__version__ = "1.0"[0]',
    '__version__ = "1.0".strip()',
    '__version__ = ("1.0", f())',
    '__version__ = f()\n__version__ = "1.0"',
    'x = __version__ = f()\n__version__ = "1.0"',
    'x = 1; __version__ = f()\n__version__ = "1.0"',
    'if True: __version__ = f()\n__version__ = "1.0"',
    '"""\n__version__ = "1.0"\n"""\n__version__ = f()',
    "'''\n__version__ = '1.0'\n'''",
    '# \\\n__version__ = f()\n__version__ = "1.0"',
    'x = \\\n__version__ = f()',
    '\\\n__version__ = f()\n__version__ = "1.0"',
    ' \f__version__ = f()\n__version__ = "1.0"',
    'if x:\n  __version__ = "1.0"\n',
    'x = (\n__version__ = "1.0"\n)',
    'x = f"{"\n__version__ = f()\n__version__ = "1.0"',
    '# coding: utf-7\n# coding: utf-8\n__version__ = "1.0"',
    '__ｖersion__ = f()\n__version__ = "1.0"',
    '__version__ = "1.0',
    '__version__ = """1.0',
  ])('not %j', (text) => {
    expect(isLiteral(text)).toBe(false);
  });

  test('in time that grows with its length alone', () => {
    const startedAt = performance.now();

    for (const text of ['"', "'''", '\\\n', '(', 'x = "\\', '# coding', '1', 'a ', '__version__ ', '\f'])
      expect(isLiteral(text.repeat(262_144 / text.length))).toBe(false);

    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });
});

test.each([
  ['from .x import __version__', 'nothing'],
  ['', 'nothing'],
  ['x = f"{__version__}"', 'other'],
  ['x = (1', 'other'],
  ['__version__ = ""', 'other'],
])('by %j the version is assigned %s', (text, expected) => {
  expect(assignedTo('__version__', Buffer.from(text))).toBe(expected);
});

test.each([
  ['"""Adds."""\n__version__ = "1"', true],
  ["#!/usr/bin/python\n\n'Adds.'\n", true],
  ['""" """', false],
  ['"""\\n"""', false],
  ['b"""Adds."""', false],
  ['import os\n"""Adds."""', false],
  ['f"""Adds."""', false],
  ['"%s" % f()', false],
  ['', false],
])('%j begins with a text: %s', (text, begins) => {
  expect(hasDocstring(Buffer.from(text))).toBe(begins);
});

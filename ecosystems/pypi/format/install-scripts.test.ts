import { describe, expect, test } from 'vitest';
import { openSample } from '../../conformance-samples.ts';
import { sdistFiles } from '../fixtures/distribution.ts';
import { format } from '../format.ts';

const [name, version, file] = ['probe', '1.0.0', 'probe-1.0.0.tar.gz'];

async function countIn(files: Record<string, string>): Promise<number | undefined> {
  const declared = { name, version, file, metadata: {} };
  const sample = { files: sdistFiles({ name, version, files }), declared };
  return (await format.inspect(openSample(format, sample), declared)).standings[file]?.installScripts;
}

const builtBy = (backend: string, text = '') =>
  `[build-system]\nrequires = []\nbuild-backend = "${backend}"\n[project]\nname = "probe"\n${text}`;
const setuptools = (text: string) => builtBy('setuptools.build_meta', `dynamic = ["version"]\n${text}`);
const attr = '[tool.setuptools.dynamic]\nversion = {attr = "probe.v.VERSION"}\n';
const flit = (dynamic: string) => builtBy('flit_core.buildapi', `dynamic = [${dynamic}]\n`);

type Case = [string, Record<string, string>];

describe('a build runs code of the project', () => {
  test.each<Case>([
    [
      'a command of setuptools',
      { 'pyproject.toml': setuptools('[tool.setuptools]\ncmdclass = {build_py = "evil.Cmd"}\n') },
    ],
    [
      'an extension that setuptools compiles',
      { 'pyproject.toml': setuptools('[[tool.setuptools.ext-modules]]\nname = "a"\nsources = ["a.c"]\n') },
    ],
    [
      'a command in setup.cfg',
      { 'pyproject.toml': setuptools(''), 'setup.cfg': '[options]\ncmdclass =\n  build_py = evil.Cmd\n' },
    ],
    [
      'a hook of pbr in setup.cfg',
      { 'pyproject.toml': setuptools(''), 'setup.cfg': '[global]\nSetup-Hooks = evil.hook\n' },
    ],
    [
      'an attribute that is computed',
      { 'pyproject.toml': setuptools(attr), 'probe/v.py': 'VERSION = f()\n' },
    ],
    [
      'an attribute that one of two modules computes',
      {
        'pyproject.toml': setuptools(attr),
        'probe/v.py': 'VERSION = "1"\n',
        'src/probe/v/__init__.py': 'VERSION = f()\n',
      },
    ],
    ['an attribute that is not in the distribution', { 'pyproject.toml': setuptools(attr) }],
    [
      'an attribute of a compiled module',
      { 'pyproject.toml': setuptools(attr), 'probe/v.so': 'VERSION = "1"' },
    ],
    [
      'an attribute of a module that is too large to be read',
      { 'pyproject.toml': setuptools(attr), 'probe/v.py': `VERSION = "1"\n${'#\n'.repeat(200_000)}` },
    ],
    [
      'an attribute of a package that lies elsewhere',
      {
        'pyproject.toml': setuptools(`${attr}[tool.setuptools.package-dir]\nprobe = "other"\n`),
        'probe/v.py': 'VERSION = "1"\n',
      },
    ],
    [
      'a computed attribute in setup.cfg',
      {
        'pyproject.toml': setuptools(''),
        'setup.cfg': '[metadata]\nversion = attr: probe.v.VERSION\n',
        'probe/v.py': 'VERSION = f()\n',
      },
    ],
    [
      'an attribute of a moved package in setup.cfg',
      {
        'pyproject.toml': setuptools(''),
        'setup.cfg':
          '[metadata]\nversion = attr: probe.v.VERSION\n[options]\npackage_dir =\n\n# x\n  probe = x\n',
        'probe/v.py': 'VERSION = "1"\n',
      },
    ],
    [
      'a backend that has the project on its path',
      { 'pyproject.toml': '[build-system]\nrequires = ["setuptools"]\n' },
    ],
    ['a backend that is not known here', { 'pyproject.toml': builtBy('acme.backend') }],
    [
      'a version that hatch runs',
      {
        'pyproject.toml': builtBy(
          'hatchling.build',
          '[tool.hatch.version]\nsource = "code"\npath = "v.py"\n',
        ),
      },
    ],
    [
      'a hook of hatch for one target',
      { 'pyproject.toml': builtBy('hatchling.build', '[tool.hatch.build.targets.wheel.hooks.custom]\n') },
    ],
    [
      'a program in a hook of hatch',
      { 'pyproject.toml': builtBy('hatchling.build', '[[tool.hatch.build.hooks.build-scripts.scripts]]\n') },
    ],
    [
      'settings of hatch in a file of their own',
      { 'pyproject.toml': builtBy('hatchling.build'), 'hatch.toml': '[version]\nsource = "code"\n' },
    ],
    [
      'a version that pdm calls',
      { 'pyproject.toml': builtBy('pdm.backend', '[tool.pdm.version]\nsource = "call"\ngetter = "a:b"\n') },
    ],
    [
      'a version that pdm formats',
      {
        'pyproject.toml': builtBy(
          'pdm.backend',
          '[tool.pdm.version]\nsource = "scm"\nversion_format = "a:b"\n',
        ),
      },
    ],
    [
      'a build of setuptools in pdm',
      { 'pyproject.toml': builtBy('pdm.backend', '[tool.pdm.build]\nrun-setuptools = true\n') },
    ],
    [
      'a folder of CMake that the settings name',
      {
        'pyproject.toml': builtBy(
          'scikit_build_core.build',
          '[tool.scikit-build]\ncmake.source-dir = "a/b"\n',
        ),
      },
    ],
    [
      'a version that flit imports',
      { 'pyproject.toml': flit('"version"'), 'probe/__init__.py': '"""Adds."""\n__version__ = f()\n' },
    ],
    [
      'a version of flit that is empty, beside another',
      {
        'pyproject.toml': flit('"version"'),
        'src/probe/__init__.py': '__version__ = ""\n',
        'src/probe/_version.py': '__version__ = "1"\n',
      },
    ],
    [
      'a summary that flit imports',
      { 'pyproject.toml': flit('"description"'), 'probe.py': 'x = 1\n__doc__ = f()\n' },
    ],
    [
      'a module in the old settings of flit',
      {
        'pyproject.toml':
          '[build-system]\nrequires = []\nbuild-backend = "flit_core.buildapi"\n[tool.flit.metadata]\nmodule = "probe"\n',
        'probe.py': '"""Adds."""\n__version__ = f()\n',
      },
    ],
    [
      'settings that are too large to be read',
      { 'pyproject.toml': builtBy('hatchling.build', '#\n'.repeat(600_000)) },
    ],
    ['a crate further down', { 'pyproject.toml': builtBy('maturin'), 'rust/crates/a/Cargo.toml': '' }],
  ])('%s', async (_what, files) => {
    expect(await countIn(files)).toBe(1);
  });

  test('a build script of a crate counts beside the crate', async () => {
    expect(
      await countIn({ 'pyproject.toml': builtBy('maturin'), 'a/b/Cargo.toml': '', 'a/b/Build.rs': '' }),
    ).toBe(2);
  });

  test('each of more attributes than are looked for', async () => {
    const many = Array.from({ length: 20 }, (_, at) => `f${at} = {attr = "probe.A"}`).join('\n');
    const files = {
      'pyproject.toml': setuptools(`[tool.setuptools.dynamic]\n${many}\n`),
      'probe.py': 'A = 1\n',
    };

    expect(await countIn(files)).toBe(20);
  });
});

test.each(['\n', 'ab\n', 'attr ', 'attr:', ' package_dir = =\n', '[a]\n', 'a.', '['])(
  'settings made of %j are read in time that grows with their length alone',
  async (piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    const startedAt = performance.now();

    await countIn({ 'pyproject.toml': text, 'setup.cfg': text, 'hatch.toml': text });

    expect(performance.now() - startedAt).toBeLessThan(5_000);
  },
);

describe('a build reads the text alone', () => {
  test.each<Case>([
    ['a version of setuptools', { 'pyproject.toml': setuptools(attr), 'probe/v.py': 'VERSION = "1"\n' }],
    [
      'one in the folder of sources',
      {
        'pyproject.toml': setuptools(`${attr}[tool.setuptools]\npackage-dir = {"" = "src"}\n`),
        'src/probe/v/__init__.py': '"""VERSION = f()"""\nVERSION = (1, 0)\n',
      },
    ],
    [
      'one in setup.cfg',
      {
        'pyproject.toml': setuptools(''),
        'setup.cfg':
          '[metadata]\nversion = attr: probe.__version__\n[options]\npackage_dir =\n    =src\n[egg_info]\ntag_build =\n',
        'src/probe/__init__.py': "__version__ = '1.0'\n",
      },
    ],
    ['a file', { 'pyproject.toml': setuptools('[tool.setuptools.dynamic]\nversion = {file = "VERSION"}\n') }],
    [
      'a version of hatch',
      {
        'pyproject.toml': builtBy(
          'hatchling.build',
          '[tool.hatch.version]\npath = "probe.py"\n[tool.hatch.build.hooks.vcs]\nversion-file = "v.py"\n',
        ),
        'probe.py': '__version__ = f()\n',
      },
    ],
    [
      'a version of flit',
      { 'pyproject.toml': flit('"version", "description"'), 'probe.py': '"""Adds."""\n__version__ = "1"\n' },
    ],
    [
      'one in a module of its own',
      {
        'pyproject.toml': flit('"version"'),
        'probe/__init__.py': '"""Adds."""\nfrom ._version import __version__\n',
        'probe/_version.py': '__version__ = "1"\n',
      },
    ],
    ['nothing of the module', { 'pyproject.toml': flit(''), 'probe.py': '__version__ = f()\n' }],
    ...['poetry.core.masonry.api', 'pdm.backend', 'uv_build', 'setuptools.build_meta'].map(
      (backend): Case => [`settings of ${backend}`, { 'pyproject.toml': builtBy(backend) }],
    ),
  ])('%s', async (_what, files) => {
    expect(await countIn(files)).toBe(0);
  });
});

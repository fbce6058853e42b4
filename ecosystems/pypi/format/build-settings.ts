import { parse } from 'smol-toml';

/** The code that a build runs because of the settings of a source distribution. */
export interface BuildSettings {
  /** Settings that name code of the project, or programs. */
  hooks: number;
  values: ModuleValue[];
}

/**
 * A value that the backend reads from a module of the project: a literal from the text; for others it runs the module.
 */
export interface ModuleValue {
  module: string;
  /** Null: the docstring of the module. */
  name: string | null;
  /** Names of modules beside it that may have the value instead. */
  beside: readonly string[];
}

type Table = Readonly<Record<string, unknown>>;

const nothing: BuildSettings = { hooks: 0, values: [] };
/** The result for an unreadable file: a build may still be able to read it. */
const unreadable: BuildSettings = { hooks: 1, values: [] };

/** The settings of a `pyproject.toml`. `isScripted`: the project has a `setup.py`, which is counted separately. */
export function readProject(text: string, isScripted: boolean): BuildSettings {
  const project = tableIn(text);
  if (project === undefined) return unreadable;
  const backend = valueAt(project, ['build-system', 'build-backend']);
  const isInTree = valueAt(project, ['build-system', 'backend-path']) !== undefined;
  const isCounted = isInTree || (backend === undefined && isScripted);
  const found = [
    hooksAt(project, always),
    isCounted || known.has(backend) ? nothing : unreadable,
    setuptoolsOf(tableAt(project, ['tool', 'setuptools'])),
    hatchOf(tableAt(project, ['tool', 'hatch'])),
    pdmOf(tableAt(project, ['tool', 'pdm'])),
    typeof backend === 'string' && backend.startsWith('flit') ? flitOf(project) : nothing,
  ];
  return { hooks: sum(found.map(({ hooks }) => hooks)), values: found.flatMap(({ values }) => values) };
}

/** The settings of a `hatch.toml`, which replace `tool.hatch`. */
export function readHatch(text: string): BuildSettings {
  const table = tableIn(text);
  return table === undefined ? unreadable : hatchOf(table);
}

/** Paths of settings that always count: in-tree backends (PEP 517), and programs at configurable paths. */
const always: readonly (readonly string[])[] = [
  ['build-system', 'backend-path'],
  ['tool', 'poetry', 'build'],
  ['tool', 'scikit-build'],
  ['tool', 'dynamic-metadata'],
];

/**
 * Backends whose settings are read here; the programs that these backends call have known filenames. Without a
 * declared backend, the legacy backend of setuptools imports from the project's folder and runs entry points in its
 * metadata.
 */
const known: ReadonlySet<unknown> = new Set([
  'setuptools.build_meta',
  'hatchling.build',
  'flit_core.buildapi',
  'flit.buildapi',
  'flit_scm:buildapi',
  'pdm.backend',
  'pdm.pep517.api',
  'poetry.core.masonry.api',
  'poetry.masonry.api',
  'poetry_dynamic_versioning.backend',
  'uv_build',
  'maturin',
  'mesonpy',
  'scikit_build_core.build',
  'scikit_build_core.setuptools.build_meta',
]);

function setuptoolsOf(table: Table): BuildSettings {
  const sources = Object.values(tableAt(table, ['dynamic'])).map((source) => valueAt(source, ['attr']));
  const attributes = sources.filter((each) => typeof each === 'string');
  const isMoved = Object.keys(tableAt(table, ['package-dir'])).some((name) => name !== '');
  return withAttributes({ hooks: countKeys(table, ['cmdclass', 'ext-modules']), attributes, isMoved });
}

interface Attributes {
  hooks: number;
  /** In the form `package.module.NAME`. */
  attributes: readonly string[];
  /** Whether packages are in folders with other names. */
  isMoved: boolean;
}

/** The settings of setuptools, with the values that it reads from modules. */
export function withAttributes({ hooks, attributes, isMoved }: Attributes): BuildSettings {
  if (isMoved) return { hooks: hooks + attributes.length, values: [] };
  const values = attributes.map((each) => {
    const path = each.trim();
    const dot = path.lastIndexOf('.');
    return { module: dot === -1 ? '__init__' : path.slice(0, dot), name: path.slice(dot + 1), beside: [] };
  });
  return { hooks, values };
}

/** Hooks that only write a file, from the version or the repository's history. */
const harmless: ReadonlySet<string> = new Set(['version', 'vcs']);

function hatchOf(table: Table): BuildSettings {
  const targets = Object.values(tableAt(table, ['build', 'targets']));
  const hooks = [table, ...targets].flatMap((each, at) =>
    Object.keys(tableAt(each, at === 0 ? ['build', 'hooks'] : ['hooks'])),
  );
  const isRun = valueAt(table, ['version', 'source']) === 'code';
  const count = hooks.filter((name) => !harmless.has(name)).length + (isRun ? 1 : 0);
  return { hooks: count + hooksAt(table, [['metadata', 'hooks', 'custom']]).hooks, values: [] };
}

function pdmOf(table: Table): BuildSettings {
  const isRun = valueAt(table, ['version', 'source']) === 'call';
  const own = isRun || valueAt(table, ['version', 'version_format']) !== undefined ? 1 : 0;
  const script = typeof valueAt(table, ['build']) === 'string' ? 1 : 0;
  const keys = ['custom-hook', 'setup-script', 'run-setuptools'];
  return { hooks: own + script + countKeys(tableAt(table, ['build']), keys), values: [] };
}

/** flit reads an undeclared version from `__version__`, and an undeclared summary from the docstring of the module. */
function flitOf(project: Table): BuildSettings {
  const old = valueAt(project, ['tool', 'flit', 'metadata', 'module']);
  const dynamic = valueAt(project, ['project', 'dynamic']);
  const isTaken = (field: string) => old !== undefined || (Array.isArray(dynamic) && dynamic.includes(field));
  const given = valueAt(project, ['tool', 'flit', 'module', 'name']) ?? old;
  const named = given ?? valueAt(project, ['project', 'name']);
  const module = typeof named === 'string' ? named.replaceAll('-', '_') : '';
  const beside = ['version', '_version', '__version__'];
  return {
    hooks: 0,
    values: [
      ...(isTaken('version') ? [{ module, name: '__version__', beside }] : []),
      ...(isTaken('description') ? [{ module, name: null, beside: [] }] : []),
    ],
  };
}

function hooksAt(table: Table, paths: readonly (readonly string[])[]): BuildSettings {
  return { hooks: paths.filter((path) => valueAt(table, path) !== undefined).length, values: [] };
}

const countKeys = (table: Table, keys: readonly string[]): number =>
  keys.filter((key) => valueAt(table, [key]) !== undefined).length;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

function tableIn(text: string): Table | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** The table at a path; empty without one. */
function tableAt(value: unknown, path: readonly string[]): Table {
  const found = valueAt(value, path);
  return typeof found === 'object' && found !== null ? (found as Table) : {};
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = new Map(Object.entries(found)).get(key);
  }
  return found;
}

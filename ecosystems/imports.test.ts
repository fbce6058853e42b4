import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type Import, importsOf, loadedWith, sourcesBelow } from '../test/support/imports.ts';
import * as served from './served.ts';

const inside = /^ecosystems\/(?<id>[a-z]+)\/(?<rest>.+)$/;
const own = ['activities', 'api', 'cli', 'config', 'domain', 'ecosystems', 'rendering', 'scan', 'services'];
const shared = new Set(['bodies', 'clients', 'context', 'openpgp', 'sigstore', 'xml']);

const all = (await sourcesBelow(...own, 'bench', 'store', 'test', 'workflows')).flatMap(importsOf);
const product = all.filter(({ from }) => !isTest(from));

test('the folders and the list of what is served agree', async () => {
  const folders = (await readdir(import.meta.dirname, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !shared.has(entry.name))
    .map(({ name }) => name);

  expect(folders.toSorted()).toEqual(Object.keys(served).toSorted());
  for (const [name, { id }] of Object.entries(served)) expect(id).toBe(name);
});

test.each([
  ['the sandbox', 'activities/sandbox/main.ts'],
  ['the scanner', 'activities/scanner.ts'],
  ['the worker', 'activities/worker.ts'],
  ['the thread that renders', 'rendering/thread.ts'],
])('%s loads every format, and neither routes nor their framework nor signatures', (_process, entry) => {
  const loaded = [...loadedWith(entry)];

  expect(loaded.filter((path) => /^ecosystems\/\w+\/format\.ts$/.test(path)).length).toBe(
    Object.keys(served).length,
  );
  expect(loaded.filter(isWire)).toEqual([]);
  expect(loaded.filter((path) => /^(?:fastify|@fastify\/|@sigstore\/|openpgp$)/.test(path))).toEqual([]);
});

test('a wire is where routes and signatures are', () => {
  const loaded = [...loadedWith('ecosystems/npm/wire.ts')];

  expect(loaded).toContain('ecosystems/npm/wire/routes.ts');
  expect(loaded).toContain('@sigstore/verify');
});

test('no ecosystem imports another', () => {
  const crossing = all.filter(({ from, to }) => {
    const [user, used] = [ecosystemOf(from), ecosystemOf(to)];
    return user !== undefined && used !== undefined && user !== used;
  });

  expect(crossing.map(told)).toEqual([]);
});

test('digests in JavaScript are computed where files are opened, and never while others wait', () => {
  const users = product.filter(({ to }) => to.startsWith('@noble/')).map(({ from }) => from);

  expect(users).toEqual(['ecosystems/pypi/format/blake.ts']);
  const askers = product.filter(({ to }) => users.includes(to)).map(({ from }) => from);
  expect(askers).toEqual(['ecosystems/pypi/format/inspect.ts']);
});

test('formats import no wire', () => {
  const isFormat = (path: string) => /^ecosystems\/\w+\/format(?:\.ts|\/)/.test(path);

  expect(all.filter(({ from, to }) => isFormat(from) && isWire(to)).map(told)).toEqual([]);
});

test('the index of an ecosystem is its only door', () => {
  const forced = product.filter(
    ({ from, to }) => isInside(to) && ecosystemOf(from) !== ecosystemOf(to) && !isIndex(to),
  );

  expect(forced.map(told)).toEqual([]);
});

test('tests and benches build archives with an ecosystem’s fixtures and see nothing else of it', () => {
  const forced = all.filter(
    ({ from, to }) =>
      isTest(from) && isInside(to) && ecosystemOf(from) !== ecosystemOf(to) && !isIndex(to) && !isFixture(to),
  );

  expect(forced.map(told)).toEqual([]);
});

test('only what answers requests knows that formats have wires', () => {
  const users = product.filter(({ to }) => to === 'ecosystems/wire.ts').map(({ from }) => from);

  expect(users.filter((path) => !/^(?:api|ecosystems)\//.test(path))).toEqual([]);
});

function ecosystemOf(path: string): string | undefined {
  const id = inside.exec(path)?.groups?.['id'];
  return id === undefined || shared.has(id) ? undefined : id;
}

function isInside(path: string): boolean {
  return ecosystemOf(path) !== undefined;
}

function isIndex(path: string): boolean {
  return inside.exec(path)?.groups?.['rest'] === 'index.ts';
}

function isFixture(path: string): boolean {
  return path.includes('/fixtures/');
}

function isWire(path: string): boolean {
  return /^ecosystems\/\w+\/wire(?:\.ts|\/)/.test(path);
}

function isTest(path: string): boolean {
  return /^(?:test|bench)\/|\.test\.ts$|\/fixtures\//.test(path);
}

function told({ from, to }: Import): string {
  return `${from} imports ${to}`;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const Entry = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  optional: z.boolean().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
});
const Lock = z.object({ packages: z.record(z.string(), Entry) });

const file = join(import.meta.dirname, '../package-lock.json');
const { '': _project, ...packages } = Lock.parse(JSON.parse(readFileSync(file, 'utf8'))).packages;

test('every locked package has a digest, except binaries of platforms that the registry in use did not carry', () => {
  const unsealed = Object.entries(packages).filter(([, { integrity }]) => integrity === undefined);

  const others = unsealed.filter(([, { os, cpu, optional }]) => optional !== true || !(os ?? cpu));
  expect(others).toEqual([]);
});

test('what is installed on Linux with x64 has a digest', () => {
  const ours = Object.entries(packages).filter(([path, { os, cpu }]) => {
    const fits = (os ?? ['linux']).includes('linux') && (cpu ?? ['x64']).includes('x64');
    return fits && !path.endsWith('-musl');
  });

  expect(ours.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
});

test('digests are SHA-512, and no entry names a server of its own', () => {
  const weak = Object.values(packages).filter(({ integrity }) => integrity?.startsWith('sha512-') === false);

  expect(weak).toEqual([]);
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

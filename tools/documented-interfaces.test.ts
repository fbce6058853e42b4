import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const OpenApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
const routes = Object.entries(OpenApi.parse(JSON.parse(read('openapi.json'))).paths).flatMap(
  ([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), segments: path.split('/') })),
);
const settings = new Set(
  ['.env.example', '.env.compose.example'].flatMap((file) =>
    [...read(file).matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name),
  ),
);

/** Settings that clients, tests or the system define. */
const ofOthers = [
  'AVAILABILITY_REPORT',
  'EXPORT_ENTRIES',
  'IMAGE_ROOT',
  'FAULT_SECONDS',
  'MATRIX',
  'REPUBLISHED',
  'HTTPS_PROXY',
  'ID_TOKEN',
  'PIP_INDEX_URL',
  'ROOKERY_TOKEN',
  'RUBYGEMS_HOST',
  'SYZYGY_PATH',
];

describe('missingRoutes', () => {
  it('finds what is no route, with examples and placeholders for parameters', () => {
    const text = [
      '`GET /v1/stats`, `PATCH /v1/packages/cargo/probe` and `POST /v1/admin/jobs/<id>/retry`',
      '`GET /v1/admin/jobs?state=running`, `DELETE /v1/packages/{ecosystem}/{name}`, `POST …/releases/1.0.0/hold`',
      '`POST /v1/stats`, `PATCH /v1/packages/cargo`, `GET /v1/nothing`',
    ].join('\n');

    expect(missingRoutes(text)).toEqual(['POST /v1/stats', 'PATCH /v1/packages/cargo', 'GET /v1/nothing']);
  });
});

describe('the documents', () => {
  const documents = execFileSync('git', ['ls-files', 'README.md', 'CHANGELOG.md', ':(glob)docs/*.md'], {
    cwd: root,
  })
    .toString()
    .trim()
    .split('\n');

  it.each(documents)('%s names routes of the management API and settings that exist', (file) => {
    const text = read(file);

    expect(missingRoutes(text)).toEqual([]);
    expect(missingSettings(text)).toEqual([]);
  });
});

/** Routes in backticks (`METHOD /v1/path`) that do not exist. Shortened routes (`…`) and patterns are ignored. */
function missingRoutes(text: string): string[] {
  const quoted = text.matchAll(/`([A-Z]+) (\/v1\/[^`\s?…*]*)(?=[`?\s])/g);
  return [...quoted]
    .filter(([, method = '', path = '']) => !isRoute(method, path.replaceAll(/<[^>]*>/g, '{}').split('/')))
    .map(([, method, path]) => `${method} ${path}`);
}

function isRoute(method: string, given: string[]): boolean {
  // `{expired,oci_blobs}` means several routes
  if (given.some((segment) => segment.includes(','))) return true;
  return routes.some(
    ({ method: own, segments }) =>
      own === method &&
      segments.length === given.length &&
      segments.every((segment, index) => segment.startsWith('{') || segment === given[index]),
  );
}

/** Names with an underscore in backticks that are not settings; `NAME_*` means several. */
function missingSettings(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]*)`/g)].map(([, word = '']) => word);
  const names = quoted.flatMap((word) => word.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b(?!_?\*)/g) ?? []);
  return names.filter((name) => !settings.has(name) && !ofOthers.includes(name));
}

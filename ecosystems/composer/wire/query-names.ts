import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/errors.ts';
import { parseBoundedJson } from '../../../domain/json-shape.ts';
import { decodeUtf8 } from '../../../domain/utf8.ts';
import { readBounded } from '../../bodies/json.ts';
import { limits } from '../format/limits.ts';
import { isPackageName } from '../format/name.ts';

/** The names of a query: in a form (`packages[]=…`, sent by clients), in JSON, or in the URL. */
export interface QueryNames {
  names: string[];
  lists: string[];
  updatedSince: number | undefined;
}

/** @throws DomainError `bad_request`, `malformed_json`, `validation_failed`, `too_large` */
export async function readQueryNames(request: FastifyRequest): Promise<QueryNames> {
  const { body, url, headers } = request;
  const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
  const fields = valuesOf([...query]);
  if (body instanceof Readable) {
    const { depth: _depth, values: _values, ...bound } = limits.names;
    const bytes = await readBounded(body, bound);
    const isJson = headers['content-type']?.toLowerCase().startsWith('application/json') ?? false;
    const more = isJson ? membersOf(parseBoundedJson(bytes, limits.names)) : formOf(bytes);
    for (const [name, values] of more) fields.set(name, [...(fields.get(name) ?? []), ...values]);
  }
  const packages = fields.get('packages') ?? [];
  if (packages.length > limits['asked names'].count)
    throw new DomainError(
      'validation_failed',
      `at most ${limits['asked names'].count} packages can be asked for at once`,
    );
  const names = packages.map((each) => each.replace(/^pkg:(?:\/\/)?composer\//, '').toLowerCase());
  const since = Number(fields.get('updatedSince')?.[0]);
  return {
    names: [...new Set(names.filter((name) => isPackageName(name)))],
    lists: fields.get('lists') ?? [],
    updatedSince: Number.isSafeInteger(since) && since > 0 ? since : undefined,
  };
}

function formOf(bytes: Buffer): Map<string, string[]> {
  const text = decodeUtf8(bytes, { what: 'the form', code: 'bad_request' });
  return valuesOf([...new URLSearchParams(text)]);
}

/** `packages[0]`, `packages[]` and `packages` are one list. */
function valuesOf(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const [key, value] of pairs) {
    const name = key.replace(/\[\d*\]$/, '');
    const values = fields.get(name) ?? [];
    fields.set(name, values);
    values.push(value);
  }
  return fields;
}

function membersOf(json: unknown): [string, string[]][] {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new DomainError('validation_failed', 'the body is an object with packages in it');
  return Object.entries(json).map(([name, value]) => [
    name,
    [value]
      .flat()
      .filter((each) => typeof each === 'string' || typeof each === 'number')
      .map(String),
  ]);
}

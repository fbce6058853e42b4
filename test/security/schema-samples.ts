import { readFile } from 'node:fs/promises';
import { z } from 'zod';

type Schema = Record<string, unknown>;

const Operation = z.object({
  requestBody: z
    .object({
      content: z.object({ 'application/json': z.object({ schema: z.record(z.string(), z.unknown()) }) }),
    })
    .optional(),
});
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

/** Values that are invalid for any member. */
const poisons: readonly unknown[] = [
  'a\0b',
  '\ud800',
  'x\udc00y',
  '',
  ' ',
  'x'.repeat(200_000),
  '\u202e\u0000',
  "'; drop table users; --",
  '../../etc/passwd',
  Number.MAX_VALUE,
  -1,
  0.5,
  2 ** 53,
  null,
  true,
  [],
  {},
  ['a\0b'],
  ['\ud800'],
  Array.from({ length: 10_000 }, () => 'x'),
  { ecosystem: 'a\0', name: '\ud800' },
];

/** Bodies of one operation, each with one invalid member. */
export async function poisonedBodies(
  method: string,
  pattern: string,
): Promise<{ what: string; body: string }[]> {
  const schema = await findSchema(method, pattern);
  const properties = schema?.['properties'];
  if (!isSchema(properties)) return [];
  const good = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, sample(property)]),
  );
  const required = Array.isArray(schema?.['required']) ? schema['required'] : [];
  const needed = Object.fromEntries(Object.entries(good).filter(([name]) => required.includes(name)));
  return Object.keys(properties).flatMap((name) =>
    poisons.map((poison) => ({
      what: `${name} = ${JSON.stringify(poison).slice(0, 40)}`,
      body: JSON.stringify({ ...needed, [name]: poison }),
    })),
  );
}

/** Reads the committed document, which another test keeps equal to the routes. */
async function findSchema(method: string, pattern: string): Promise<Schema | undefined> {
  const text = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8');
  const { paths } = Document.parse(JSON.parse(text));
  const path = pattern.replaceAll(/:(\w+)/g, '{$1}');
  const schema = paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json'].schema;
  if (schema === undefined || isSchema(schema['properties'])) return schema;
  return alternatives(schema).find((each) => isSchema(each['properties']));
}

/** A value of the schema's type. */
function sample(schema: unknown): unknown {
  if (!isSchema(schema)) return null;
  const [choice] = alternatives(schema);
  if (choice) return sample(choice);
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown;
  if (schema['type'] === 'array') return [sample(schema['items'])];
  if (schema['type'] === 'boolean') return false;
  if (schema['type'] === 'integer' || schema['type'] === 'number') return 1;
  if (schema['type'] === 'object') return {};
  return schema['format'] === 'email' ? 'author@example.com' : 'sample-of-a-text';
}

function alternatives(schema: Schema): Schema[] {
  return [schema['anyOf'], schema['oneOf'], schema['allOf']].filter(Array.isArray).flat().filter(isSchema);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const Schema = z.record(z.string(), z.unknown());
type Schema = z.infer<typeof Schema>;

const Operation = z.object({
  operationId: z.string(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().optional() }))
    .default([]),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: Schema.optional() })) })
    .optional(),
});
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

/** An operation of the management API, from its OpenAPI document. */
export interface ManagementOperation {
  id: string;
  method: string;
  /** With placeholders, e.g. `/v1/orgs/{slug}/teams/{team}`. */
  path: string;
  query: { name: string; isRequired: boolean }[];
  /** Members of the JSON body; null for an operation without a body. */
  body: { properties: Record<string, Schema>; required: string[] } | null;
}

/** Reads the committed document, which another check keeps equal to the routes: no new operation is left out. */
export async function listOperations(): Promise<ManagementOperation[]> {
  const text = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8');
  const { paths } = Document.parse(JSON.parse(text));
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        query: operation.parameters
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, required = false }) => ({ name, isRequired: required })),
        body: bodyOf(operation.requestBody?.content['application/json']?.schema),
      })),
    );
}

function bodyOf(schema: Schema | undefined): ManagementOperation['body'] {
  if (!schema) return null;
  const properties = Schema.safeParse(schema['properties']);
  if (properties.success) {
    const required = z.array(z.string()).catch([]).parse(schema['required']);
    return { properties: z.record(z.string(), Schema).parse(properties.data), required };
  }
  const choices = z
    .array(Schema)
    .catch([])
    .parse(schema['anyOf'] ?? schema['oneOf']);
  return choices.map(bodyOf).find((each) => each !== null) ?? null;
}

/** The placeholders of a path, each with the noun before it: `teams/team`, `packages/ecosystem`. */
export function placeholdersOf(path: string): { name: string; noun: string }[] {
  const segments = path.split('/');
  return segments.flatMap((segment, at) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) return [];
    const noun = segments.slice(0, at).findLast((each) => !each.startsWith('{')) ?? '';
    return [{ name, noun: `${noun}/${name}` }];
  });
}

/** Fills the placeholders of a path, in their order. */
export function fillIn(path: string, values: readonly string[]): string {
  let at = 0;
  return path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(values[at++] ?? ''));
}

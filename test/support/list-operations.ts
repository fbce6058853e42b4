import { z } from 'zod';
import { readOpenApi } from '../../api/openapi.ts';

const Operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
  responses: z.record(z.string(), z.unknown()),
});
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
const Listing = z.object({
  content: z.object({
    'application/json': z.object({
      schema: z.object({
        properties: z.record(
          z.string(),
          z.object({ items: z.object({ properties: z.unknown() }).optional() }).loose(),
        ),
      }),
    }),
  }),
});

export interface ListOperation {
  id: string;
  parameters: string[];
  members: string[];
}

const isList = ({ id, members }: ListOperation, arrays: string[]): boolean =>
  arrays.length > 0 || /^(?:list|search)/.test(id) || members.includes('next_cursor');

/** Every GET of `/v1` in the OpenAPI document whose answer has an array of objects. */
export async function listOperations(): Promise<ListOperation[]> {
  const { paths } = Document.parse(JSON.parse(await readOpenApi()));
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (!path.startsWith('/v1/') || get === undefined) return [];
    const operation = Operation.parse(get);
    const answer = Listing.safeParse(operation.responses['200']);
    if (!answer.success) return [];
    const { properties } = answer.data.content['application/json'].schema;
    const list = {
      id: operation.operationId,
      parameters: operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name),
      members: Object.keys(properties),
    };
    const arrays = Object.entries(properties).filter(([, { items }]) => items?.properties !== undefined);
    return isList(
      list,
      arrays.map(([name]) => name),
    )
      ? [list]
      : [];
  });
}

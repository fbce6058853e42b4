import { describe, expect, it } from 'vitest';
import { readOpenApi, renderOpenApi } from './openapi.ts';

interface Operation {
  operationId?: string;
  summary?: string;
  security?: object[];
  requestBody?: { content: Record<string, { schema: { type?: string } }> };
  responses: Record<string, { $ref?: string; headers?: Record<string, object> }>;
}

async function operations(): Promise<Record<string, Operation>> {
  const document = JSON.parse(await renderOpenApi()) as { paths: Record<string, Record<string, Operation>> };
  return Object.fromEntries(
    Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .map((operation) => [operation.operationId ?? '', operation]),
  );
}

describe('openapi.json', () => {
  it('is what the routes say', async () => {
    const rendered = await renderOpenApi();

    expect(rendered, 'run api/openapi.ts --write').toBe(await readOpenApi());
  });

  it('names every operation once', async () => {
    const document = JSON.parse(await renderOpenApi()) as {
      paths: Record<string, Record<string, Operation>>;
    };

    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((operation) => operation.operationId),
    );

    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refers to nothing that it does not have', async () => {
    const text = await renderOpenApi();
    const document: unknown = JSON.parse(text);
    const references = new Set([...text.matchAll(/"\$ref": ?"#([^"]+)"/g)].map(([, path = '']) => path));

    const dangling = [...references].filter((path) => {
      let at: unknown = document;
      for (const key of path.split('/').slice(1)) at = (at as Record<string, unknown> | undefined)?.[key];
      return at === undefined;
    });

    expect(references.size).toBeGreaterThan(9);
    expect(dangling).toEqual([]);
  });

  it.each([
    ['createGame', '400 413 415 422 429'],
    ['listGames', '400 429'],
    ['getGame', '400 404 429'],
    ['deleteGame', '400 401 404 429'],
    ['importPgn', '400 413 415 422 429'],
    ['playMove', '400 401 403 404 409 413 415 422 429'],
    ['playAction', '400 401 403 404 409 413 415 422 429'],
    ['replayArchived', '400 404 429'],
    ['analysePosition', '400 404 413 415 429 503'],
    ['submitReview', '400 404 413 415 429'],
    ['getReviewPgn', '400 404 409 429'],
    ['getMe', '401 403 429'],
    ['createRepository', '400 401 403 413 415 422 429'],
    ['getHealth', ''],
  ])('says how %s can fail', async (id, statuses) => {
    const { responses } = (await operations())[id] ?? { responses: {} };

    const errors = Object.keys(responses).filter((status) => /^[45]/.test(status));
    expect(errors.join(' ')).toBe(statuses);
    for (const status of errors)
      expect(responses[status]?.$ref).toBe(`#/components/responses/Error${status}`);
    expect(responses['default']).toBeDefined();
  });

  it.each([
    ['createGame', ['Content-Language', 'Idempotent-Replayed']],
    ['listGames', ['Content-Language', 'X-Total-Count', 'Link']],
    ['listArchive', ['Content-Language', 'X-Total-Count', 'Link']],
    ['getGame', ['Content-Language', 'ETag']],
    ['playMove', ['Content-Language', 'Idempotent-Replayed', 'ETag']],
    ['getMe', []],
  ])('names the headers that %s answers with', async (id, headers) => {
    const { responses } = (await operations())[id] ?? { responses: {} };

    expect(Object.keys(responses['200']?.headers ?? {})).toEqual(headers);
  });

  it('says with which headers a client is sent away', async () => {
    const { components } = JSON.parse(await renderOpenApi()) as {
      components: { responses: Record<string, { headers?: object }> };
    };
    const named = Object.entries(components.responses).filter(([, { headers }]) => headers !== undefined);

    expect(named.map(([name, { headers = {} }]) => [name, ...Object.keys(headers)])).toEqual([
      ['Error401', 'WWW-Authenticate'],
      ['Error429', 'Retry-After'],
      ['Error503', 'Retry-After'],
    ]);
  });

  it('lets a seat present its token, and asks no other reader for one', async () => {
    const all = await operations();

    for (const id of ['playMove', 'playAction', 'deleteGame'])
      expect(all[id]?.security, id).toEqual([{}, { bearer: [] }]);
    expect(all['getGame']?.security).toBeUndefined();
  });

  it('has every type of a body', async () => {
    const { importPgn, importFen } = await operations();

    expect(
      Object.entries(importPgn?.requestBody?.content ?? {}).map(([type, { schema }]) => [type, schema.type]),
    ).toEqual([
      ['application/json', 'object'],
      ['text/plain', 'string'],
      ['application/x-chess-pgn', 'string'],
      ['application/vnd.chess-pgn', 'string'],
    ]);
    expect(Object.keys(importFen?.requestBody?.content ?? {})).toEqual(['application/json']);
  });

  it('promises no silence about ceilings that are told', async () => {
    expect((await operations())['analysePosition']?.summary).not.toContain('silently');
  });
});

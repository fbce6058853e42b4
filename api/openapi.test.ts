import { describe, expect, it } from 'vitest';
import { readOpenApi, renderOpenApi } from './openapi.ts';

interface Operation {
  operationId?: string;
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
});

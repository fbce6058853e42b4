import type { FastifyInstance } from 'fastify';
import { assertShape } from '../../domain/json-shape.ts';
import { bodyLimits } from '../../domain/limits.ts';
import { decodeUtf8 } from '../../domain/utf8.ts';

/** Parses JSON as UTF-8 and refuses invalid bytes, which the framework's parser would replace. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    assertShape(body, bodyLimits['v1.json']);
    void parse(request, decodeUtf8(body), done);
  });
}

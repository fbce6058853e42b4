import type { FastifyInstance } from 'fastify';
import { decodeUtf8 } from '../../domain/utf8.ts';

/** JSON in the one encoding that JSON has: the parser of the framework replaces what is none. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    void parse(request, decodeUtf8(body), done);
  });
}

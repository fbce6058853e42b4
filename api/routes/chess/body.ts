import { errorCodes, type FastifyInstance } from 'fastify';
import { chessError } from '../../../chess/errors.ts';
import { assertShape } from '../../../domain/json-shape.ts';
import { bodyLimits } from '../../../domain/limits.ts';
import { decodeBody, decodeFile, requirePlain } from './charset.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Media types of plain text bodies, beside JSON. */
    textTypes?: readonly string[];
  }
}

/** Accepts only JSON. An empty body counts as no body: many clients send a type without one. */
export function readEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    requirePlain(request.headers['content-encoding']);
    const text = decodeBody(body, request.headers['content-type']);
    if (text.trim() === '') return done(null, undefined);
    assertShape(Buffer.from(text), bodyLimits['chess.json']);
    void parse(request, text, (error, value) => {
      // the parser refuses names of an object's prototype with the same error as broken JSON
      done(error && isJson(text) ? chessError('invalid_json', 'error.forbidden_member') : error, value);
    });
  });
  app.addContentTypeParser('*', ({ headers }, _body, done) => {
    const isEmpty = !headers['transfer-encoding'] && Number(headers['content-length'] ?? 0) === 0;
    if (isEmpty) done(null, undefined);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(headers['content-type'] ?? ''));
  });
}

/** Reads text files as bodies, for routes with the same `textTypes`. */
export function readTextBodies(
  app: FastifyInstance,
  types: readonly string[],
  present: (text: string) => object,
): void {
  app.addContentTypeParser([...types], { parseAs: 'buffer' }, ({ headers }, body: Buffer, done) => {
    requirePlain(headers['content-encoding']);
    done(null, present(decodeFile(body, headers['content-type'])));
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

import { errorCodes, type FastifyInstance } from 'fastify';

/** JSON and nothing else. An empty body says nothing: many clients name a type for it. */
export function readEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text.trim() === '') done(null, undefined);
    else void parse(request, text, done);
  });
  app.addContentTypeParser('*', ({ headers }, _body, done) => {
    const isEmpty = !headers['transfer-encoding'] && Number(headers['content-length'] ?? 0) === 0;
    if (isEmpty) done(null, undefined);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(headers['content-type'] ?? ''));
  });
}

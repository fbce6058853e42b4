import { fastify } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { ConnectionError } from 'slonik';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { notFound } from '../../domain/errors.ts';
import { toDomainError } from './domain-error.ts';

const coded = (code: string, cause?: unknown) => Object.assign(new Error('x', { cause }), { code });

describe('whatever was thrown', () => {
  it.each([
    ['a fault of ours', new Error('boom'), 'internal'],
    ['nothing at all', undefined, 'internal'],
    [
      'a refused connection inside a driver error',
      new Error('query', { cause: coded('ECONNREFUSED') }),
      'not_ready',
    ],
    ['a database that shuts down', coded('57P01'), 'not_ready'],
    ['a database that takes no writes', new Error('query', { cause: coded('25006') }), 'not_ready'],
    ['a database that is starting', new ConnectionError('x', { cause: coded('57P03') }), 'not_ready'],
    ['a full disk of the database', coded('53100'), 'not_ready'],
    ['a transaction that another one undid', coded('40P01'), 'not_ready'],
    ['a connection that broke', new Error('Connection terminated unexpectedly'), 'not_ready'],
    [
      'what is sent on a broken connection',
      new Error('Client has encountered a connection error and is not queryable'),
      'not_ready',
    ],
    ['a pool without a free connection', new ConnectionError('x'), 'not_ready'],
    ['a client error of the server', Object.assign(new Error('x'), { statusCode: 431 }), 'bad_request'],
    ['a client that went away', Object.assign(coded('ECONNRESET'), { statusCode: 400 }), 'bad_request'],
    ['a body that broke off', Object.assign(new Error('aborted'), { code: 'ECONNRESET' }), 'bad_request'],
    ['a database connection that broke off', coded('ECONNRESET'), 'not_ready'],
    ['a body that is too large', coded('FST_ERR_CTP_BODY_TOO_LARGE'), 'too_large'],
  ])('%s becomes the one error type', (_what, error, code) => {
    expect(toDomainError(error).code).toBe(code);
  });

  it('says of a field what to do', async () => {
    const app = fastify().withTypeProvider<ZodTypeProvider>();
    app.setValidatorCompiler(validatorCompiler);
    app.setErrorHandler((error, _request, reply) => reply.send({ said: toDomainError(error).detail }));
    app.post('/', { schema: { body: z.object({ scopes: z.array(z.string().max(3)) }) } }, () => ({}));
    const said = async (payload: object) => (await app.inject({ method: 'POST', url: '/', payload })).json();

    expect(await said({})).toEqual({ said: 'scopes: is required' });
    expect(await said({ scopes: 'all' })).toEqual({ said: 'scopes: must be of type array' });
    expect(await said({ scopes: ['long'] })).toEqual({
      said: 'scopes.0: Too big: expected string to have <=3 characters',
    });
    await app.close();
  });

  it('stays what it was when it is that already', () => {
    const error = notFound('thing');

    expect(toDomainError(error)).toBe(error);
  });
});

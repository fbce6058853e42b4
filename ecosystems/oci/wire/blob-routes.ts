import type { FastifyReply } from 'fastify';
import { DomainError } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { type AddressOf, type Asked, byMethod } from './request.ts';
import { requirePublisher } from './caller.ts';
import { canonicalDigest } from '../format/digest.ts';

/** `/{name}/blobs/{digest}` */
export function answerBlob(context: RouteContext, asked: Asked<AddressOf<'blob'>>): Promise<FastifyReply> {
  const { reply, caller, address } = asked;
  return byMethod(asked, {
    GET: async () => {
      const digest = canonicalDigest(address.digest);
      reply.header('docker-content-digest', digest);
      try {
        return await context.parts.send(caller, reply, address.name, digest);
      } catch (error) {
        reply.removeHeader('docker-content-digest');
        throw error;
      }
    },
    DELETE: async () => {
      const digest = canonicalDigest(address.digest);
      const publisher = requirePublisher(caller);
      await context.parts.unlink(publisher, address.name, digest).catch((error: unknown) => {
        throw error instanceof DomainError && error.code === 'invalid_state'
          ? new DomainError('invalid_state', 'a manifest of this repository refers to the blob')
          : error;
      });
      return reply.code(202).send();
    },
  });
}

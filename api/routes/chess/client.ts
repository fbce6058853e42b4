import type { FastifyRequest } from 'fastify';
import type { ChessClient } from '../../../services/makers/makers.ts';
import { bearerCredential } from '../../plugins/presented-credential.ts';

export function clientOf({ headers, ip }: FastifyRequest): ChessClient {
  return { credential: bearerCredential(headers), address: ip };
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../../../../../portal/page.ts';
import { asksForPage } from '../../../../plugins/asks-for-page.ts';
import { varyBy } from '../../../../plugins/vary.ts';
import { ReleaseParams } from '../params.ts';

/**
 * Redirects browsers to the page of the release: programs and people use the same status address from client
 * messages.
 */
export async function leadsToPage(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  varyBy(reply, 'Accept');
  if (!asksForPage(request)) return;
  const { ecosystem, name, version } = ReleaseParams.parse(request.params);
  await reply.redirect(pathOf('login', 'releases', ecosystem, name, version), 303);
}

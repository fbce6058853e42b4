import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../../../../../portal/page.ts';
import { asksForPage } from '../../../../plugins/asks-for-page.ts';
import { varyBy } from '../../../../plugins/vary.ts';
import { ReleaseParams } from '../params.ts';

/** One address for programs and people, the status address in the messages of clients: browsers get the page of the release. */
export async function leadsToPage(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  varyBy(reply, 'Accept');
  if (!asksForPage(request)) return;
  const { ecosystem, name, version } = ReleaseParams.parse(request.params);
  await reply.redirect(pathOf('login', 'releases', ecosystem, name, version), 303);
}

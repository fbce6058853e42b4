import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { limits } from '../format/limits.ts';
import { joinVersion, plainNumber } from '../format/version.ts';
import { identifyWriter } from './caller.ts';
import { requireSecondFactor } from './second-factor.ts';
import { readFields } from './short-form.ts';

/** `gem yank`: a form in the body of a DELETE. */
export function registerYankRoute(app: FastifyInstance, context: RouteContext): void {
  app.delete('/api/v1/gems/yank', { config: { body: limits['short form'] } }, async (request, reply) => {
    const caller = await identifyWriter(context, request, 'yank_rubygem');
    const fields = await readFields(request);
    const name = fields.get('gem_name') ?? '';
    const number = plainNumber(fields.get('version') ?? fields.get('gem_version') ?? '');
    const platform = fields.get('platform') || 'ruby';
    const version = await change(
      () => joinVersion({ number, platform }),
      async (each) => {
        await requireSecondFactor(context, caller, { name });
        await context.releases.change(caller, name, each, 'yank');
      },
    );
    return reply
      .headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' })
      .send(`Successfully deleted gem: ${name} (${version})`);
  });
}

/** Applies a change; an invalid version is a missing one. @throws DomainError `not_found` */
async function change(find: () => string, apply: (version: string) => Promise<void>): Promise<string> {
  try {
    const version = find();
    await apply(version);
    return version;
  } catch (error) {
    const isMissing =
      error instanceof DomainError && ['not_found', 'invalid_version', 'invalid_name'].includes(error.code);
    throw isMissing ? new DomainError('not_found', 'This gem version could not be found.') : error;
  }
}

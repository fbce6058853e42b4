import type { FastifyInstance } from 'fastify';
import { requireUser } from '../../../domain/actor.ts';
import type { RouteContext } from '../../context/context.ts';
import { identify } from './caller.ts';
import { registerLogin } from './login.ts';
import { registerProfile } from './profile.ts';
import { registerTokens } from './tokens.ts';

/** Log-in, log-out, `whoami`, profile and tokens. */
export function registerAccountRoutes(app: FastifyInstance, context: RouteContext): void {
  registerLogin(app, context);
  registerProfile(app, context);
  registerTokens(app, context);

  app.get('/-/whoami', async (request, reply) => {
    const { caller } = await identify(context, request);
    const { username } = requireUser(caller.actor);
    return reply.header('cache-control', 'no-store').send({ username });
  });

  app.get('/-/ping', async (request, reply) => {
    const { caller } = await identify(context, request);
    // `npm ping` of older clients checks whether the credential is valid
    if ((request.query as { write?: string }).write === 'true') requireUser(caller.actor);
    return reply.send({});
  });
}

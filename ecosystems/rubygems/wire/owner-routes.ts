import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { limits } from '../format/limits.ts';
import { identify, identifyWriter } from './caller.ts';
import { requireSecondFactor } from './second-factor.ts';
import { readFields } from './short-form.ts';

interface OwnersRoute {
  Params: { name: string };
}

const url = '/api/v1/gems/:name/owners';

/** `gem owner`: the people who may push, by handle. */
export function registerOwnerRoutes(app: FastifyInstance, context: RouteContext): void {
  for (const form of ['', '.json', '.yaml']) {
    app.get<OwnersRoute>(`${url}${form}`, async (request, reply) => {
      const caller = await identify(context, request);
      const owners = await context.packages.listOwners(caller, request.params.name);
      const listed = owners.map(({ number, username }) => ({ id: number, handle: username }));
      if (form !== '.yaml') return reply.send(listed);
      const lines = listed.map(({ id, handle }) => `- id: ${id}\n  handle: ${JSON.stringify(handle)}\n`);
      const body = lines.length === 0 ? '--- []\n' : `---\n${lines.join('')}`;
      return reply.header('content-type', 'application/yaml; charset=utf-8').send(body);
    });
  }
  for (const method of ['POST', 'DELETE'] as const) {
    app.route<OwnersRoute>({
      method,
      url,
      config: { body: limits['short form'] },
      async handler(request, reply) {
        await changeOwner(context, request, method);
        const told = method === 'POST' ? 'Owner added successfully.' : 'Owner removed successfully.';
        return reply.header('content-type', 'text/plain; charset=utf-8').send(told);
      },
    });
  }
}

/** The owner of the package always stays; others are added and removed. */
async function changeOwner(
  context: RouteContext,
  request: FastifyRequest<OwnersRoute>,
  method: 'POST' | 'DELETE',
): Promise<void> {
  const caller = await identifyWriter(context, request, method === 'POST' ? 'add_owner' : 'remove_owner');
  const { name } = request.params;
  await requireSecondFactor(context, caller, { name });
  const handle = ((await readFields(request)).get('email') ?? '').trim();
  const known = (await context.packages.listOwners(caller, name)).map(({ username }) => username);
  if (method === 'DELETE' && !known.includes(handle))
    throw new DomainError('not_found', 'Owner could not be found.');
  if (handle === '' || handle.includes('@')) {
    throw new DomainError(
      'validation_failed',
      `owners are named by their handle here, not by an address of mail: gem owner ${name} --add HANDLE`,
    );
  }
  await context.packages.changeMaintainers(
    caller,
    name,
    method === 'POST' ? { add: [handle] } : { remove: [handle] },
  );
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { requireUser } from '../../../domain/actor.ts';
import type { Caller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import { firstOf } from '../../../domain/paging.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { readJson } from '../../bodies/json.ts';
import type { RouteContext } from '../../context/context.ts';
import type { NamedTeam } from '../../context/organizations.ts';
import { limits } from '../format/limits.ts';
import { identify } from './caller.ts';
import { withPresence } from './recent-login.ts';

/** The caller and the organization of a request below `/-/org/:org` or `/-/team/:org/:team`. Without a team, `team` is empty. */
export interface Opened extends NamedTeam {
  caller: Caller;
}

/** A username, also with `@` or `~` before it. */
export const Username = z
  .string()
  .min(1)
  .max(fieldLimits['mail address'].characters)
  .transform((name) => name.replace(/^[~@]/, ''));

/** The body of a request about one member. */
export const Member = z.object({ user: Username });

/** For all readers, anonymous ones included. @throws DomainError `not_found` */
export async function openOrganization(context: RouteContext, request: FastifyRequest): Promise<Opened> {
  const { caller } = await identify(context, request);
  return resolve(context, request, caller);
}

/** For readers with a credential. @throws DomainError `unauthenticated`, `not_found` */
export async function openForUser(context: RouteContext, request: FastifyRequest): Promise<Opened> {
  const { caller } = await identify(context, request);
  requireUser(caller.actor);
  return resolve(context, request, caller);
}

/**
 * Runs a change of members or teams. The token of the client's log-in lacks the scope: its person is asked to confirm the change.
 * @throws DomainError `unauthenticated`, `not_found`, and those of the change
 */
export async function changeOrganization(
  { context, request, reply }: { context: RouteContext; request: FastifyRequest; reply: FastifyReply },
  change: (opened: Opened) => Promise<unknown>,
): Promise<unknown> {
  const entered = await identify(context, request);
  requireUser(entered.caller.actor);
  return withPresence({ context, request, reply, entered, scopes: ['orgs:write'] }, async (caller) =>
    change(await resolve(context, request, caller)),
  );
}

/** @throws DomainError `bad_request` with the sentence, `malformed_json`, `too_large` */
export async function readAs<Schema extends z.ZodType>(
  request: FastifyRequest,
  schema: Schema,
  sentence: string,
): Promise<z.output<Schema>> {
  const wanted = schema.safeParse(await readJson(request));
  if (!wanted.success) throw new DomainError('bad_request', sentence, {}, wanted.error);
  return wanted.data;
}

/** One entry more than an answer may have: the last one shows that the list is too long. */
export const wholeList = firstOf(limits['organization list'].count + 1);

/** The client has no pages and would take a part for the whole list. @throws DomainError `policy_violation` for a longer list */
export function whole<Entry>(entries: readonly Entry[], pages: string): readonly Entry[] {
  if (entries.length < wholeList.limit) return entries;
  throw new DomainError('policy_violation', `this list is too long for one answer: GET ${pages} has pages`);
}

async function resolve(
  { organizations }: RouteContext,
  request: FastifyRequest,
  caller: Caller,
): Promise<Opened> {
  const { org, team = '' } = request.params as { org: string; team?: string };
  return { caller, slug: await organizations.resolve(caller, org.replace(/^@/, '')), team };
}

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { Profile, ProfileChanges } from '../../context/accounts.ts';
import type { RouteContext } from '../../context/context.ts';
import { identify } from './caller.ts';
import { readJson } from '../../bodies/json.ts';
import { withPresence } from './recent-login.ts';
import { limits } from '../format/limits.ts';

const url = '/-/npm/v1/user';

const optionalText = z.string().nullish();
const password = z.string().max(fieldLimits.password.characters);

/** Clients send all members that they know, including the changed one. */
const Changes = z.object({
  email: z.string().optional(),
  password: z.object({ old: password, new: password }).nullish(),
  fullname: optionalText,
  homepage: optionalText,
  freenode: optionalText,
  twitter: optionalText,
  github: optionalText,
  tfa: z.unknown().optional(),
});
type Changes = z.infer<typeof Changes>;

const unknownHere = ['homepage', 'freenode', 'twitter', 'github'] as const;

/** `npm profile get` and `npm profile set`. */
export function registerProfile(app: FastifyInstance, context: RouteContext): void {
  const { accounts } = context;

  app.get(url, async (request, reply) => {
    const { caller } = await identify(context, request);
    return reply.header('cache-control', 'no-store').send(present(await accounts.profile(caller.actor)));
  });

  app.post(url, { config: { body: limits.json } }, async (request, reply) => {
    const entered = await identify(context, request);
    const wanted = Changes.parse(await readJson(request));
    assertPossible(wanted);
    const changes = differences(await accounts.profile(entered.caller.actor), wanted);
    return withPresence({ context, request, reply, entered }, async (caller) => {
      const profile = await accounts.changeProfile(caller, changes);
      return reply.header('cache-control', 'no-store').send(present(profile));
    });
  });
}

/** Refuses members that cannot have an effect. @throws DomainError `validation_failed` */
function assertPossible(wanted: Changes): void {
  const impossible = unknownHere.find((member) => (wanted[member] ?? '') !== '');
  if (impossible !== undefined) {
    throw new DomainError('validation_failed', `profiles have no ${impossible} here`);
  }
  if (typeof wanted.tfa === 'object' && wanted.tfa !== null) {
    throw new DomainError(
      'validation_failed',
      'a second factor is set up through /v1/auth/mfa/setup, not with this client',
    );
  }
}

function differences(profile: Profile, { email, fullname, password }: Changes): ProfileChanges {
  const name = fullname === '' ? null : fullname;
  return {
    ...(email === undefined || email === profile.email ? {} : { email }),
    ...(name === undefined || name === profile.displayName ? {} : { displayName: name }),
    ...(password === undefined || password === null ? {} : { password }),
  };
}

function present({ username, email, displayName, mfaEnabled, createdAt, updatedAt }: Profile) {
  return {
    tfa: mfaEnabled ? { mode: 'auth-only', pending: false } : false,
    name: username,
    email,
    email_verified: false,
    created: createdAt.toISOString(),
    updated: updatedAt.toISOString(),
    cidr_whitelist: null,
    fullname: displayName ?? '',
    homepage: '',
  };
}

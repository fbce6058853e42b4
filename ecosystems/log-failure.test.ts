import type { FastifyBaseLogger } from 'fastify';
import { expect, it } from 'vitest';
import { DomainError } from '../domain/errors.ts';
import { logFailure } from './log-failure.ts';

const wait = new DomainError('not_ready', 'send this one again');
const outage = new DomainError('not_ready', 'not available', {}, new Error('no connection'));
const broken = new Error('broken');

it.each([
  ['that a client comes again', wait, wait, ['info']],
  ['an outage', outage, outage, ['error']],
  ['an outage that was another error', broken, wait, ['error']],
  ['a fault', broken, new DomainError('internal', 'internal error'), ['error']],
  ['a refusal', broken, new DomainError('forbidden', 'no'), []],
])('of %s the log has its level', (_what, error, known, levels) => {
  const written: string[] = [];
  const at = (level: string) => () => void written.push(level);
  const log = { info: at('info'), error: at('error') } as unknown as FastifyBaseLogger;

  logFailure(log, { error, known }, 'probe.request_failed');

  expect(written).toEqual(levels);
});

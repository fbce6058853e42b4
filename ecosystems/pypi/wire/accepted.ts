import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

export type Form = 'json' | 'html';

/** The media types of each form (PEP 691); among equal preferences the first type wins. */
const types: readonly (readonly [string, Form])[] = [
  ['text/html', 'html'],
  ['application/vnd.pypi.simple.v1+html', 'html'],
  ['application/vnd.pypi.simple.latest+html', 'html'],
  ['application/vnd.pypi.simple.v1+json', 'json'],
  ['application/vnd.pypi.simple.latest+json', 'json'],
];

/** The form that a client prefers: by `?format=`, else by `Accept`; undefined if it accepts neither form. */
export function acceptedForm({ query, headers }: FastifyRequest): Form | undefined {
  const { format } = query as Record<string, unknown>;
  if (typeof format === 'string') return types.find(([type]) => type === format)?.[1];
  if (headers.accept === undefined) return 'html';
  const [best] = new Negotiator({ headers }).mediaTypes(types.map(([type]) => type));
  return types.find(([type]) => type === best)?.[1];
}

import { answerLimits } from '../../../domain/limits/answers.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Window } from '../../../store/postgres/chess/stored-game.ts';
import { wholeText } from './fields.ts';

const maxPerPage = answerLimits['chess page'].count;
const maxPage = answerLimits['chess page number'].count;
const usualPerPage = 20;

/** The paging of lists that are complete by default. */
export const optionalPaging = {
  page: wholeText(1, maxPage).optional(),
  per_page: wholeText(1, maxPerPage).optional().describe('20 where only the page is named'),
};

export interface PageQuery {
  page?: number | undefined;
  per_page?: number | undefined;
}

export function windowOf({ page, per_page: perPage }: PageQuery): Window {
  if (page === undefined && perPage === undefined) return null;
  const limit = perPage ?? usualPerPage;
  return { offset: ((page ?? 1) - 1) * limit, limit };
}

/** Sets headers with the length of the whole list and, on a page, links to its neighbours (RFC 8288). */
export function describePage(
  request: FastifyRequest,
  reply: FastifyReply,
  window: Window,
  total: number,
): void {
  reply.header('x-total-count', total);
  if (!window) return;
  const { offset, limit } = window;
  const page = offset / limit + 1;
  const last = Math.max(1, Math.ceil(total / limit));
  const targets = { first: 1, prev: page - 1, next: page + 1, last };
  const links = Object.entries(targets)
    .filter(([, target]) => target >= 1 && target <= last)
    .map(([relation, target]) => `<${addressOf(request, target, limit)}>; rel="${relation}"`);
  reply.header('link', links.join(', '));
}

/** The address of another page: relative, so that it is correct behind any proxy, and without unknown parameters. */
function addressOf({ url, query: known }: FastifyRequest, page: number, perPage: number): string {
  const [path = '', query] = url.split('?', 2);
  const names = Object.keys(known ?? {});
  const parameters = new URLSearchParams(
    [...new URLSearchParams(query)].filter(([name]) => names.includes(name)),
  );
  parameters.set('page', String(page));
  parameters.set('per_page', String(perPage));
  return `${path}?${parameters.toString()}`;
}

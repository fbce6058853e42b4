import { answerLimits } from '../../domain/limits/answers.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RotatingSecrets } from '../../config/secrets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Placed, Window } from '../../domain/paging.ts';
import { createCursors, type Cursors } from '../cursors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    cursors: Cursors;
  }
}

const maxPerPage = answerLimits.page.count;
/** Deeper pages are expensive and rarely read; a cursor reaches the end of the list. */
const maxPage = answerLimits['page number'].count;
const maxCursor = answerLimits.cursor.characters;

/** Query members of every list; a value outside the bounds is an error, never corrected silently. */
export function paging(perPage: number) {
  return {
    page: z.coerce.number().int().min(1).max(maxPage).optional().describe('1 where nothing is said'),
    per_page: z.coerce.number().int().min(1).max(maxPerPage).default(perPage),
    cursor: z
      .string()
      .max(maxCursor)
      .optional()
      .describe('`next_cursor` of the page before, in the place of `page`'),
  };
}

/** Members of the answer of every list. */
export const pageFields = {
  page: z.int(),
  per_page: z.int(),
  next_cursor: z.string().nullable().describe('Null on the last page'),
};

export function registerCursors(app: FastifyInstance, secrets: RotatingSecrets): void {
  app.decorate('cursors', createCursors(secrets));
}

interface Asked {
  page?: number | undefined;
  per_page: number;
  cursor?: string | undefined;
}

export interface OpenPage {
  /**
   * Includes one entry more than the page shows, by which {@link OpenPage.close} knows whether another page follows.
   */
  window: Window;
  /** Returns the shown entries and the page's members of the answer; names the next page in `Link` (RFC 8288). */
  close<Entry extends Placed>(
    reply: FastifyReply,
    entries: readonly Entry[],
  ): { shown: readonly Entry[]; fields: { page: number; per_page: number; next_cursor: string | null } };
}

/**
 * @throws DomainError `validation_failed` for a page together with a cursor, and for a cursor that is not from this
 * list
 */
export function openPage(request: FastifyRequest): OpenPage {
  const { page: asked, per_page, cursor } = request.query as Asked;
  const { cursors } = request.server;
  const list = request.routeOptions.url ?? '';
  if (cursor !== undefined && asked !== undefined) {
    throw new DomainError('validation_failed', 'a page is named by its number or by a cursor, not by both');
  }
  const from = cursor === undefined ? null : cursors.read(list, cursor);
  if (cursor !== undefined && from === null) {
    throw new DomainError('validation_failed', 'the cursor is none that this list gave out');
  }
  const page = from?.page ?? asked ?? 1;
  return {
    window: {
      limit: per_page + 1,
      offset: from ? 0 : (page - 1) * per_page,
      after: from?.after ?? null,
    },
    close(reply, entries) {
      const shown = entries.slice(0, per_page);
      const last = entries.length > per_page ? shown.at(-1) : undefined;
      const next_cursor = last ? cursors.write(list, { page: page + 1, after: last.position }) : null;
      if (next_cursor !== null) reply.header('link', `<${addressOf(request.url, next_cursor)}>; rel="next"`);
      return { shown, fields: { page, per_page, next_cursor } };
    },
  };
}

/** The address of the same list with its filters: relative, so that it is correct behind any proxy. */
function addressOf(url: string, cursor: string): string {
  const [path = '', query] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.delete('page');
  parameters.set('cursor', cursor);
  return `${path}?${parameters.toString()}`;
}

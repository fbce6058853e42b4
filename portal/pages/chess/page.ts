import { errorSummary } from '../../components/form.ts';
import { html } from '../../html.ts';
import { type Page, type PageContext, type Answer, done, pathOf, redirect, withQuery } from '../../page.ts';
import { chessClient } from '../../components/replay/reader.ts';
import { invalidField } from '../../error-words.ts';
import { attemptAt } from '../named.ts';
import { bodyLimits } from '../../../domain/limits.ts';
import { localizeError } from '../../../chess/error-text.ts';
import { ChessError } from '../../../chess/errors.ts';
import { hasRemarks } from '../../../chess/pgn-read.ts';
import type { Side } from '../../../chess/side.ts';
import { longestFen } from '../chess-analysis/place.ts';
import { importForms, longestName, newGameForm } from './forms.ts';
import { finishedGames, reviewList, runningGames } from './lists.ts';

const path = '/chess';
const mostPgnBytes = bodyLimits['chess.pgn'].bytes;

/** Forms for new games, and lists of games and reviews. */
export const chessPage: Page = {
  path,
  body: 'page.pgn',
  async view(context, attempt) {
    const { t } = context;
    const [running, finished, reviews] = await Promise.all([
      runningGames(context),
      finishedGames(context),
      reviewList(context),
    ]);
    return {
      title: t('play.title'),
      body: html`<div class="chess-hub">
        ${errorSummary(context, attempt)}
        <h1>${t('play.title')}</h1>
        <div class="hub-begin">
          ${newGameForm(context, attemptAt(attempt, 'new'))} ${importForms(context, attempt)}
        </div>
        <p><a class="button" href="/chess/analysis">${t('play.analysis')}</a></p>
        ${running} ${finished} ${reviews}
      </div>`,
    };
  },
  actions: {
    async new(context, form) {
      const { games } = context.services.chess;
      const below: Side = form.text('bottom') === 'black' ? 'black' : 'white';
      const asked = {
        white: form.optional('white', longestName),
        black: form.optional('black', longestName),
        hasSeats: form.text('players') === 'seats',
      };
      const store = await games.create(asked, await starter(context));
      const { game, seats } = await store();
      const address = pathOf('chess', 'games', game.id);
      if (!seats) return redirect(withQuery(address, { flip: below === 'black' ? 1 : undefined }));
      return redirect(withQuery(address, { seat: below }), {
        flash: {
          notice: context.t('play.seats_made'),
          data: { game: game.id, white: seats.white, black: seats.black },
        },
      });
    },

    fen: (context, form) =>
      importing(context, 'fen', async (by) => {
        const fen = form.required('fen', longestFen);
        const store = await context.services.chess.games.importFen(fen, by);
        const { game } = await store();
        return redirect(pathOf('chess', 'games', game.id));
      }),

    pgn: (context, form) =>
      importing(context, 'pgn', async (by) => {
        const pgn = form.required('pgn', mostPgnBytes);
        if (Buffer.byteLength(pgn) > mostPgnBytes)
          throw invalidField('pgn', 'too_long', context.t('shell.too_long', { most: mostPgnBytes }));
        const store = await context.services.chess.games.importPgn(pgn, by);
        const { game } = await store();
        const notice = context.t(hasRemarks(pgn) ? 'play.imported_partly' : 'play.imported');
        return done(pathOf('chess', game.outcome ? 'archive' : 'games', game.id), notice);
      }),
  },
};

async function starter(context: PageContext) {
  const client = chessClient(context);
  return { address: client.address, maker: await context.services.chess.makers.makerOf(client) };
}

/** An invalid position or game is an error of its field. */
async function importing(
  context: PageContext,
  field: 'fen' | 'pgn',
  run: (by: Awaited<ReturnType<typeof starter>>) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await run(await starter(context));
  } catch (error) {
    if (!(error instanceof ChessError) || error.code !== `invalid_${field}`) throw error;
    const message = localizeError(error, context.locale).detail;
    const errors = [{ path: field, code: error.code, message }];
    throw new ChessError(error.code, error.detail, { ...error.meta, errors }, error);
  }
}

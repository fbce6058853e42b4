import { localizeError } from '../../../chess/error-text.ts';
import { ChessError } from '../../../chess/errors.ts';
import { turnOf } from '../../../chess/position.ts';
import { parseCoordinates } from '../../../chess/move.ts';
import { type BoardView, board } from '../../components/board/board.ts';
import { evaluationBar } from '../../components/board/evaluation.ts';
import { boardKeys } from '../../components/board/keys.ts';
import { playWords } from '../../components/board/play-words.ts';
import { boardWords } from '../../components/board/words.ts';
import { errorSummary } from '../../components/form.ts';
import { squareInCheck } from '../../components/replay/check.ts';
import { readForm } from '../../form.ts';
import { html } from '../../html.ts';
import { type Answer, type Attempt, type Page, type PageContext, redirect, withQuery } from '../../page.ts';
import { edition, moveOf, positionOfGame } from './asked-positions.ts';
import { editor, positionForms } from './editor.ts';
import { movesFrom } from './moves.ts';
import { addressesFrom, path, type Place, readPlace } from './place.ts';
import type { Search, Shown } from './page-data.ts';
import { panel } from './panel.ts';
import { said } from './said.ts';
import { searchForm } from './search-form.ts';
import { valueOf } from './value.ts';

/** The greatest depth of the service. */
const deepest = 128;

/** The analysis of any position, by an editor and by searches of the server. Each position has an address. */
export const chessAnalysisPage: Page = {
  path,
  // as `/api/analysis/position`
  readTier: 'read',
  async view(context) {
    const played = await positionOfGame(context);
    if (played !== null) return redirect(withQuery(path, { fen: played }));
    const place = readPlace(context);
    const address = addressesFrom(place);
    const moved = moveOf(context, place);
    if (moved && 'fen' in moved) return redirect(address(moved));
    const setUp = edition(context, place);
    if (setUp !== null) return redirect(address({ fen: setUp, isEditing: true }));
    const isSearched = place.problem === null && place.searchMs > 0 && context.isOwnRequest;
    const search = isSearched ? await searched(context, place) : {};
    return analysisView(context, { ...search, place, address, wrongMove: moved?.problem });
  },
};

async function searched(context: PageContext, { fen, lines, searchMs }: Place): Promise<Search> {
  const { analysisPositionMaxThreads: threads } = context.services.config.chess;
  const asked = { fen, gameId: null, depth: deepest, multiPv: lines, threads, judgesBook: true };
  try {
    const movetimeMs = searchMs;
    const { analysis } = context.services.chess;
    return { answer: await analysis.analyse({ ...asked, movetimeMs }, context.disconnection()) };
  } catch (error) {
    // all slots are taken, or there is no engine: the page shows the position without a search
    if (!(error instanceof ChessError) || !(error.code === 'busy' || error.code === 'not_ready')) throw error;
    return { failure: localizeError(error, context.locale) };
  }
}

function analysisView(context: PageContext, shown: Shown): Answer {
  const { t, services } = context;
  const { place, failure } = shown;
  const view = boardOf(context, shown);
  const attempt = attemptOf(context, shown);
  const isPlayable = place.problem === null && !place.isEditing;
  const data = {
    view,
    isEditing: place.isEditing,
    steps: isPlayable ? movesFrom(place.fen).map(({ move, fen }) => [move, fen]) : [],
    words: playWords(t),
  };
  return {
    title: t('analysis.title'),
    islands: ['analysis'],
    keys: boardKeys(context),
    status: attempt && !place.isEditing ? attempt.status : (failure?.status ?? 200),
    retryAfterSeconds: failure?.meta.retryAfterSeconds,
    body: html`<div
      class="analysis"
      data-analysis=${JSON.stringify(data)}
      data-ceiling=${services.config.chess.analysisPositionMaxMovetimeMs}
      data-ended=${isDone(shown)}
    >
      <h1>${t('analysis.title')}</h1>
      <div data-part="problem">${errorSummary(context, attempt)}</div>
      <div class="analysis-grid">
        <div class="analysis-board">
          <div class="board-row with-bar">
            <div class="bar-place" data-part="bar">${bar(context, shown)}</div>
            <div data-draw="board">${board(view)}</div>
          </div>
          <div data-part="position">${positionForms(context, shown, attempt)}</div>
        </div>
        <div class="analysis-side">
          <div data-part="editor">${place.isEditing && editor(context, shown)}</div>
          <div data-part="search">${place.problem === null && searchForm(context, shown)}</div>
          <div data-part="panel">${panel(context, shown)}</div>
        </div>
      </div>
      <p class="hidden" aria-live="polite" data-part="said"><span>${said(context, shown)}</span></p>
    </div>`,
  };
}

/** Whether deeper searches would find nothing new. */
function isDone({ answer, place }: Shown): boolean {
  if (place.problem !== null) return true;
  if (!answer) return false;
  const { bestMove, source, depth } = answer.analysis;
  return bestMove === null || source === 'tablebase' || depth >= deepest;
}

function boardOf({ t }: PageContext, { place, answer }: Shown): BoardView {
  const { fen, isFlipped, problem, isEditing } = place;
  const best = isEditing ? null : parseCoordinates(answer?.analysis.bestMove ?? '');
  return {
    fen,
    words: boardWords(t),
    isFlipped,
    check: problem === null ? squareInCheck(fen) : null,
    arrows: best ? [{ from: best.from, to: best.to, kind: 'best' }] : [],
  };
}

function bar({ t }: PageContext, { place, answer }: Shown) {
  const value = answer && valueOf(answer.analysis.score, turnOf(place.fen));
  return evaluationBar({
    label: t('review.evaluation'),
    chances: value?.chances ?? null,
    shown: value?.short ?? '?',
    text: value?.shown ?? t('review.unknown'),
    isFlipped: place.isFlipped,
  });
}

/** The attempt with an invalid input: the field and the summary above show why. */
function attemptOf(context: PageContext, { place, wrongMove }: Shown): Attempt | undefined {
  const { query, t, locale } = context;
  const form = readForm(query, t);
  const refused = (field: string, message: string): Attempt => ({
    form,
    status: 422,
    problem: { sentence: message },
    errors: [{ path: field, sentence: message }],
    needsLogin: false,
  });
  // an edited position may be invalid for a while: then the panel shows why
  if (place.problem && !place.isEditing) return refused('fen', localizeError(place.problem, locale).detail);
  return wrongMove === undefined ? undefined : refused('move', wrongMove);
}

import type { BoardView } from './board.ts';
import { lineAt, type Place } from './place.ts';
import { placementAfter } from './replay.ts';
import type { Story } from './story.ts';

/** The board of a place. */
export function boardOfStory(story: Story, { ply, line, isFlipped }: Place): BoardView {
  const { startFen, words, moves } = story;
  const shown = moves[ply - 1];
  const played = moves.slice(0, ply).map(({ move }) => move);
  const common = { words: words.board, isFlipped };
  const best = lineAt(story, ply);
  if (line > 0 && best) {
    const instead = best.moves.slice(0, line);
    return {
      ...common,
      fen: placementAfter(startFen, [...played.slice(0, -1), ...instead]),
      lastMove: squaresOf(instead.at(-1)),
    };
  }
  const { judged } = shown ?? {};
  const arrows = [
    ...(shown && judged ? [{ ...partsOf(shown.move), kind: 'played' as const }] : []),
    ...(judged?.best ? [{ ...partsOf(judged.best.move), kind: 'best' as const }] : []),
  ];
  return {
    ...common,
    fen: placementAfter(startFen, played),
    lastMove: squaresOf(shown?.move),
    check: shown?.check ?? null,
    arrows,
    glyph: shown && judged?.glyph ? { square: partsOf(shown.move).to, text: judged.glyph } : null,
  };
}

const partsOf = (move: string) => ({ from: move.slice(0, 2), to: move.slice(2, 4) });

const squaresOf = (move: string | undefined) => (move === undefined ? null : partsOf(move));

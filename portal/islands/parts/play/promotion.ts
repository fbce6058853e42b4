import { h, render } from 'preact';
import type { BoardView } from '../../../components/board/board.ts';
import { menOf } from '../../../components/board/geometry.ts';
import { man } from '../../../components/board/men.ts';
import type { PlayWords } from '../../../components/board/play-words.ts';

interface Asked {
  from: string;
  to: string;
  view: BoardView;
}

/** The dialog that asks what a pawn becomes. */
export function createPromotion(place: HTMLElement, words: PlayWords) {
  const dialog = document.createElement('dialog');
  dialog.className = 'promotion';
  dialog.setAttribute('aria-label', words.promotion);
  place.after(dialog);
  // a page that sends its forms itself has none here
  dialog.addEventListener('submit', (event) => event.stopPropagation());

  return {
    /** The chosen one of the moves; undefined where the dialog was left. */
    async ask(moves: readonly string[], { from, view }: Asked): Promise<string | undefined> {
      const isWhite = menOf(view.fen).get(from) === 'P';
      const choice = ([letter, name]: readonly [string, string]) =>
        h(
          'button',
          { value: letter, 'aria-label': name, title: name },
          man(isWhite ? letter.toUpperCase() : letter),
        );
      const kinds = [
        ['q', words.queen],
        ['r', words.rook],
        ['b', words.bishop],
        ['n', words.knight],
      ] as const;
      render(h('form', { method: 'dialog' }, ...kinds.map(choice)), dialog);
      dialog.returnValue = '';
      dialog.showModal();
      await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
      return moves.find((move) => move.slice(4) === dialog.returnValue);
    },
    close: () => dialog.close(),
  };
}

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

/** The dialog for the choice of a promotion. */
export function createPromotion(place: HTMLElement, words: PlayWords) {
  const dialog = document.createElement('dialog');
  dialog.className = 'promotion';
  dialog.setAttribute('aria-labelledby', 'promotion-title');
  // a press outside closes it
  dialog.setAttribute('closedby', 'any');
  place.after(dialog);
  // keeps the event from a page that sends its forms by script
  dialog.addEventListener('submit', (event) => event.stopPropagation());

  return {
    /** The chosen move; undefined where the dialog was closed. */
    async ask(moves: readonly string[], { from, to, view }: Asked): Promise<string | undefined> {
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
      const title = h('h2', { id: 'promotion-title' }, words.promotion);
      const men = h('div', { className: 'promotion-men' }, ...kinds.map(choice));
      const cancel = h('button', { value: '', className: 'cancel' }, words.cancel);
      render(h('form', { method: 'dialog' }, title, men, cancel), dialog);
      dialog.returnValue = '';
      dialog.showModal();
      putBeside(dialog, place.querySelector(`[data-square="${to}"]`));
      dialog.querySelector('button')?.focus();
      await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
      return moves.find((move) => move.slice(4) === dialog.returnValue);
    },
    close: () => dialog.close(),
  };
}

const marginPixels = 8;

/** Places the dialog below the square, or above it without room below, always inside the window. */
function putBeside(dialog: HTMLElement, square: Element | null): void {
  if (!square) return;
  const cell = square.getBoundingClientRect();
  const { width, height } = dialog.getBoundingClientRect();
  const within = (at: number, most: number) => Math.max(marginPixels, Math.min(at, most - marginPixels));
  const isBelow = cell.bottom + height + marginPixels <= innerHeight;
  const top = within(isBelow ? cell.bottom : cell.top - height, innerHeight - height);
  const left = within(cell.left + (cell.width - width) / 2, document.documentElement.clientWidth - width);
  Object.assign(dialog.style, { margin: '0', top: `${top}px`, left: `${left}px` });
}

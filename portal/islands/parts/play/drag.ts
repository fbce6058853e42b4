/** A smaller movement of the pointer is still a click. */
const slackPixels = 4;

interface Drags {
  canLift(square: string): boolean;
  /** Whether the last lifted man can go to the square. */
  isTarget(square: string): boolean;
  lift(square: string): void;
  /** Undefined: outside the board. */
  drop(square: string | undefined): void;
  /** A click or a tap. */
  press(square: string): void;
  selected(): string | undefined;
  /** Whether presses belong to an editor first. */
  hasEditor: boolean;
}

interface Held {
  square: string;
  pointerId: number;
  x: number;
  y: number;
  wasSelected: boolean;
  isDragged: boolean;
  over: Element | null;
}

/** Handles clicks, drags and touches on a board; a touch scrolls the page unless it is on a movable man. */
export function listenToDrags(place: HTMLElement, drags: Drags): void {
  let held: Held | undefined;
  /** Whether the next click only ends a drag or a press on a man. */
  let isOver = false;

  const cellAt = (x: number, y: number) =>
    document
      .elementsFromPoint(x, y)
      .map((element) => element.closest<HTMLElement>('[data-square]'))
      .find((cell) => cell !== null && place.contains(cell));
  const squareAt = ({ clientX, clientY }: MouseEvent) => cellAt(clientX, clientY)?.dataset['square'];
  const manOf = (square: string) =>
    place.querySelector<SVGElement>(`[data-square="${square}"] > .man`) ?? undefined;

  place.addEventListener('pointerdown', (event) => {
    isOver = false;
    if (!event.isPrimary || event.button !== 0) return;
    const square = squareAt(event);
    if (square === undefined || drags.hasEditor || !drags.canLift(square)) return;
    const wasSelected = drags.selected() === square;
    drags.lift(square);
    const { pointerId, clientX: x, clientY: y } = event;
    held = { square, pointerId, x, y, wasSelected, isDragged: false, over: null };
  });

  place.addEventListener('pointermove', (event) => {
    if (!held || event.pointerId !== held.pointerId) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y);
    if (!held.isDragged && far < slackPixels) return;
    const man = manOf(held.square);
    if (!man) return;
    if (!held.isDragged) {
      held.isDragged = true;
      place.setPointerCapture(event.pointerId);
      man.parentElement?.classList.add('dragging');
      // the finger covers the man
      if (event.pointerType === 'touch') man.classList.add('large');
    }
    const cell = man.parentElement?.getBoundingClientRect();
    if (!cell) return;
    const dx = event.clientX - cell.x - cell.width / 2;
    const dy = event.clientY - cell.y - cell.height / 2;
    man.style.translate = `${dx}px ${dy}px`;
    mark(cellAt(event.clientX, event.clientY) ?? null);
  });

  place.addEventListener('pointerup', (event) => {
    if (!held || event.pointerId !== held.pointerId) return;
    const { isDragged, wasSelected } = held;
    letGo();
    isOver = true;
    if (isDragged) drags.drop(squareAt(event));
    // a second click on a man deselects it
    else if (wasSelected) drags.drop(undefined);
  });
  place.addEventListener('pointercancel', letGo);

  place.addEventListener('click', (event) => {
    const wasHeld = isOver;
    isOver = false;
    if (wasHeld || event.button !== 0) return;
    // screen readers click without a pointer
    const target =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-square]') : null;
    const square = target?.dataset['square'] ?? squareAt(event);
    if (square !== undefined) drags.press(square);
  });

  function mark(cell: Element | null): void {
    if (!held || held.over === cell) return;
    held.over?.classList.remove('over');
    const square = cell instanceof HTMLElement ? cell.dataset['square'] : undefined;
    if (square !== undefined && drags.isTarget(square)) cell?.classList.add('over');
    held.over = cell;
  }

  function letGo(): void {
    if (!held) return;
    mark(null);
    const man = manOf(held.square);
    man?.style.removeProperty('translate');
    man?.classList.remove('large');
    man?.parentElement?.classList.remove('dragging');
    held = undefined;
  }
}

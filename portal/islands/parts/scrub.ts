import { plyAt } from '../../components/board/graph.ts';

/** A press or a drag on the graph goes to the half-move below the pointer. */
export function scrub(root: HTMLElement, plies: () => number, go: (ply: number) => void): void {
  const place = root.querySelector<HTMLElement>('[data-draw=graph]');
  if (!place) return;
  const follow = ({ clientX }: PointerEvent) => {
    const { left, width } = place.getBoundingClientRect();
    go(plyAt((clientX - left) / width, plies()));
  };
  place.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey) return;
    place.setPointerCapture(event.pointerId);
    follow(event);
  });
  place.addEventListener('pointermove', (event) => {
    if (place.hasPointerCapture(event.pointerId)) follow(event);
  });
  // otherwise the browser would drag the link
  place.addEventListener('dragstart', (event) => event.preventDefault());
}

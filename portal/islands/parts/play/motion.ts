const motionMs = 150;

/** Slides the arrived man from its previous square, unless the reader prefers reduced motion. */
export function slide(place: HTMLElement, { from, to }: { from: string; to: string }): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const start = place.querySelector(`[data-square="${from}"]`)?.getBoundingClientRect();
  const cell = place.querySelector<HTMLElement>(`[data-square="${to}"]`);
  const man = cell?.querySelector('.man');
  if (!cell || !man || !start) return;
  const end = cell.getBoundingClientRect();
  cell.classList.add('moving');
  const motion = man.animate(
    [{ transform: `translate(${start.x - end.x}px, ${start.y - end.y}px)` }, { transform: 'none' }],
    { duration: motionMs, easing: 'ease-out' },
  );
  const done = () => cell.classList.remove('moving');
  motion.finished.then(done, done);
}

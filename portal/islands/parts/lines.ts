const address = /^#L(\d+)(?:-L(\d+))?$/;

/** Ranges of lines in shown files: `#L10-L20` is marked, and a click with the shift key makes one. */
export function markLines(): void {
  const box = document.querySelector('.lines');
  if (!box) return;
  addEventListener('hashchange', () => mark(box, false));
  mark(box, true);
  box.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-line]') : null;
    const [, from] = address.exec(location.hash) ?? [];
    if (!link || !(event instanceof MouseEvent) || !event.shiftKey || from === undefined) return;
    event.preventDefault();
    const lines = [Number(from), Number(link.dataset['line'])].toSorted((a, b) => a - b);
    location.hash = `#L${lines[0]}-L${lines[1]}`;
  });
}

function mark(box: Element, isFirst: boolean): void {
  for (const row of box.querySelectorAll('tr.marked')) row.classList.remove('marked');
  const [, from, to] = address.exec(location.hash) ?? [];
  if (from === undefined || to === undefined) return;
  for (let line = Number(from); line <= Number(to); line += 1) {
    const row = document.querySelector(`#L${line}`);
    if (!row) break;
    row.classList.add('marked');
  }
  if (isFirst) document.querySelector(`#L${from}`)?.scrollIntoView();
}

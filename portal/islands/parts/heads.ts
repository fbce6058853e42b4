/**
 * Keeps the head of a table in view while the page scrolls. A head sticks only within its scrolling box, so a box
 * with enough width for its table does not scroll.
 */
export function keepHeads(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const box = target.closest<HTMLElement>('.table-box');
      const table = box?.querySelector('table');
      // the table's own width: a box without scrolling reports its own width as `scrollWidth`
      if (box && table) box.toggleAttribute('data-fits', table.offsetWidth <= box.clientWidth);
    }
  });
  for (const table of document.querySelectorAll<HTMLElement>('.table-box table:has(> thead)')) {
    const box = table.closest('.table-box');
    // live pages redraw their parts
    if (!box || box.closest('[data-part]')) continue;
    observer.observe(box);
    observer.observe(table);
  }
}

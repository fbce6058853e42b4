/**
 * The head of a table stays in sight while the page scrolls. A box that scrolls sideways would keep the head to itself, so a
 * box that its table fits into scrolls nothing.
 */
export function keepHeads(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const box = target.closest<HTMLElement>('.table-box');
      const table = box?.querySelector('table');
      // the width of the table itself: a box that does not scroll reports its own width as the one to scroll
      if (box && table) box.toggleAttribute('data-fits', table.offsetWidth <= box.clientWidth);
    }
  });
  for (const table of document.querySelectorAll<HTMLElement>('.table-box table:has(> thead)')) {
    const box = table.closest('.table-box');
    // parts of live pages are drawn again
    if (!box || box.closest('[data-part]')) continue;
    observer.observe(box);
    observer.observe(table);
  }
}

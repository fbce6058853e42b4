import { offerCopies } from './parts/copy.ts';
import { keepHeads } from './parts/heads.ts';
import { listenToKeys } from './parts/keys.ts';
import { markLines } from './parts/lines.ts';
import { suggestWhileTyping } from './parts/suggest.ts';

/** The scripts of every page: copying, keys, suggestions, heads of tables, focus on errors, tabs. */
document.documentElement.classList.add('scripted');
offerCopies();
keepHeads();
listenToKeys();
markLines();
suggestWhileTyping();
document.querySelector<HTMLElement>('[data-focus]')?.focus();
// scrolls the current tab into view, where tabs are a scrolling row
for (const tab of document.querySelectorAll<HTMLElement>('.tabs li:has([aria-current])')) {
  const row = tab.closest<HTMLElement>('.tabs');
  if (row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}
for (const list of document.querySelectorAll<HTMLSelectElement>('select[data-submit]')) {
  list.addEventListener('change', () => list.form?.requestSubmit());
}

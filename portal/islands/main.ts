import { offerCopies } from './parts/copy.ts';
import { listenToKeys } from './parts/keys.ts';
import { markLines } from './parts/lines.ts';
import { suggestWhileTyping } from './parts/suggest.ts';

/** The scripts of every page: copying, keys, suggestions, focus on errors. */
document.documentElement.classList.add('scripted');
offerCopies();
listenToKeys();
markLines();
suggestWhileTyping();
document.querySelector<HTMLElement>('[data-focus]')?.focus();
for (const list of document.querySelectorAll<HTMLSelectElement>('select[data-submit]')) {
  list.addEventListener('change', () => list.form?.requestSubmit());
}

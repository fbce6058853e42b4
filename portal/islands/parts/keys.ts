const setting = 'rookery.keys';

/**
 * `/` focuses the search, `?` opens a dialog with the keys, which can be turned off there (WCAG 2.1.4). A button
 * opens the dialog as well, so that keys can be turned on again.
 */
export function listenToKeys(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#keys');
  const choice = document.querySelector<HTMLInputElement>('#keys-on');
  if (choice) {
    choice.checked = localStorage.getItem(setting) !== 'off';
    choice.addEventListener('change', () => localStorage.setItem(setting, choice.checked ? 'on' : 'off'));
  }
  const opener = document.querySelector<HTMLElement>('[data-keys-open]');
  if (opener) opener.hidden = false;
  opener?.addEventListener('click', () => dialog?.showModal());
  document.addEventListener('keydown', (event) => {
    if (isTyping(event) || (choice && !choice.checked)) return;
    if (event.key === '/') {
      event.preventDefault();
      document.querySelector<HTMLElement>('main input[type=search], #site-search')?.focus();
    }
    if (event.key === '?') dialog?.showModal();
  });
}

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (
    ctrlKey ||
    metaKey ||
    altKey ||
    (target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null)
  );
}

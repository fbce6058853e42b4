const shownMs = 2_000;

/** Buttons that copy a text: they appear where scripts run, and confirm the copy. */
export function offerCopies(root: ParentNode = document): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-copy][hidden]')) {
    button.hidden = false;
    button.addEventListener('click', () => void copy(button));
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const label = button.getAttribute('aria-label') ?? '';
  const { copied = label } = button.dataset;
  await navigator.clipboard.writeText(button.dataset['copy'] ?? '');
  button.dataset['done'] = '';
  button.setAttribute('aria-label', copied);
  setTimeout(() => {
    delete button.dataset['done'];
    button.setAttribute('aria-label', label);
  }, shownMs);
}

const shownMs = 2_000;

/** Shows the buttons that copy a text, which need scripts, and confirms a copy. */
export function offerCopies(root: ParentNode = document): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-copy][hidden]')) {
    button.hidden = false;
    button.addEventListener('click', () => void copy(button));
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const label = button.getAttribute('aria-label') ?? '';
  const { copied = label } = button.dataset;
  if (!(await isCopied(button))) return select(button);
  button.dataset['done'] = '';
  button.setAttribute('aria-label', copied);
  setTimeout(() => {
    delete button.dataset['done'];
    button.setAttribute('aria-label', label);
  }, shownMs);
}

async function isCopied(button: HTMLButtonElement): Promise<boolean> {
  const text = button.dataset['copy'] ?? '';
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return isCopiedByCommand(button, text);
  }
}

/** Copies by the old command: a page without TLS from another machine has no clipboard. */
function isCopiedByCommand(button: HTMLButtonElement, text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'hidden';
  // within the dialog, where only its own content can be selected
  button.after(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  button.focus({ preventScroll: true });
  return isDone;
}

/** Selects the text beside the button, so that the reader can copy it by hand. */
function select(button: HTMLButtonElement): void {
  const code = button.parentElement?.querySelector('code');
  if (code) getSelection()?.selectAllChildren(code);
}

/** Replaces the text in a box with a copy button. */
export function showText(box: HTMLElement, text: string): void {
  const [code, button] = [box.querySelector('code'), box.querySelector('button')];
  if (!code || !button) return;
  code.textContent = text;
  button.dataset['copy'] = text;
  box.hidden = false;
}

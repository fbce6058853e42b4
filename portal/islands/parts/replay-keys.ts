import type { Step } from '../../components/board/place.ts';

const steps: Readonly<Record<string, Step>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  ArrowUp: 'previous_key',
  ArrowDown: 'next_key',
  Home: 'first',
  End: 'last',
};

/** Arrows step, Home and End jump, `f` flips, Escape leaves a line; fields and dialogs keep their keys. */
export function listenToReplayKeys(take: (key: Step | 'flip' | 'leave') => void): void {
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey) return;
    if (target instanceof HTMLElement && target.closest('input, textarea, select, dialog')) return;
    const step = steps[key];
    if (step) {
      event.preventDefault();
      take(step);
    } else if (key === 'Escape') take('leave');
    else if (key === 'f' && hasSingleKeys()) take('flip');
  });
}

/** The reader can turn single keys off (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  return document.querySelector<HTMLInputElement>('#keys-on')?.checked ?? true;
}

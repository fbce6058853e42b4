import { hasSingleKeys } from './replay-keys.ts';

/** The left and right arrows step, `f` flips; fields, dialogs and the board keep their keys. */
export function listenToGameKeys({ step, flip }: { step(by: -1 | 1): void; flip(): void }): void {
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey || event.defaultPrevented) return;
    if (target instanceof HTMLElement && target.closest('input, textarea, select, dialog, pre')) return;
    if (key === 'ArrowLeft') step(-1);
    else if (key === 'ArrowRight') step(1);
    else if (key === 'f' && hasSingleKeys()) flip();
  });
}

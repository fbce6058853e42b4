import { offerCopies } from './copy.ts';

/** What each part was last made from: scripts change a page, so that it can't be compared itself. */
const sources = new WeakMap<Element, string>();

/**
 * The parts of a page take the content of another page of the same kind. An element keeps the focus where the new
 * content has one with its id.
 */
export function replaceParts(root: HTMLElement, next: HTMLElement): void {
  for (const part of root.querySelectorAll<HTMLElement>('[data-part]')) {
    const renewed = next.querySelector<HTMLElement>(`[data-part="${part.dataset['part'] ?? ''}"]`);
    if (!renewed || renewed.innerHTML === (sources.get(part) ?? part.innerHTML)) continue;
    sources.set(part, renewed.innerHTML);
    const focused = part.contains(document.activeElement) ? document.activeElement?.id : undefined;
    const chosen = part.querySelector<HTMLInputElement>('input[name=man]:checked')?.id;
    part.replaceChildren(...renewed.childNodes);
    offerCopies(part);
    // the man that is being placed
    const again = chosen && part.querySelector<HTMLInputElement>(`#${CSS.escape(chosen)}`);
    if (again) again.checked = true;
    if (focused) part.querySelector<HTMLElement>(`#${CSS.escape(focused)}`)?.focus({ preventScroll: true });
  }
  root.querySelector<HTMLElement>('[data-part=problem] [data-focus]')?.focus();
}

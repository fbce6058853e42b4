/** What each part was last drawn from: scripts change the page, so that it can not be compared itself. */
const sources = new WeakMap<HTMLElement, string>();

/**
 * A part of the page takes the content that the same page has now. The element stays, and so do its scrolled place, the focus, and
 * what was typed and not sent.
 */
export function renewPart(part: HTMLElement, page: Document): void {
  const next = page.querySelector<HTMLElement>(`[data-part="${part.dataset['part'] ?? ''}"]`);
  if (!next || next.innerHTML === (sources.get(part) ?? part.innerHTML)) return;
  sources.set(part, next.innerHTML);
  const top = part.firstElementChild?.scrollTop ?? 0;
  const isOpen = part instanceof HTMLDetailsElement && part.open;
  const typed = typedIn(part);
  const focused = part.contains(document.activeElement) ? document.activeElement?.id : undefined;
  part.replaceChildren(...next.childNodes);
  if (isOpen) part.setAttribute('open', '');
  if (part.firstElementChild) part.firstElementChild.scrollTop = top;
  for (const [id, value] of typed) {
    const field = part.querySelector<HTMLInputElement>(`#${CSS.escape(id)}`);
    if (field) field.value = value;
  }
  // of what had the focus and is gone, the next thing to do takes it
  const same = focused && part.querySelector<HTMLElement>(`#${CSS.escape(focused)}`);
  // a button that is off for now: its field waits with it
  const waiting = same && same.matches(':disabled') && part.querySelector<HTMLElement>('input[readonly]');
  const heir = waiting || same || part.querySelector<HTMLElement>('button, a[href]');
  if (focused !== undefined) heir?.focus({ preventScroll: true });
}

function typedIn(part: HTMLElement): [id: string, value: string][] {
  return Array.from(part.querySelectorAll<HTMLInputElement>('input[id]'))
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map(({ id, value }) => [id, value]);
}

/** A list in a box scrolls to its current entry; the page does not. */
export function scrollToCurrent(link: Element | null): void {
  const box = link?.closest<HTMLElement>('.moves-box');
  if (!link || !box) return;
  const top = link.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (top < 0 || top > box.clientHeight - 40) box.scrollTop += top - box.clientHeight / 2;
}

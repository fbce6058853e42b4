/** The source of each part's last content: scripts change the page, so its own content can not be compared. */
const sources = new WeakMap<HTMLElement, string>();

/**
 * Replaces the content of a part by that of a newer page. The element stays, with its scroll position, the focus, and
 * texts that are typed but not sent.
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
  // the focus of a removed element goes to the next control
  const same = focused && part.querySelector<HTMLElement>(`#${CSS.escape(focused)}`);
  // a disabled button: the read-only field beside it takes the focus
  const waiting = same && same.matches(':disabled') && part.querySelector<HTMLElement>('input[readonly]');
  const heir = waiting || same || part.querySelector<HTMLElement>('button, a[href]');
  if (focused !== undefined) heir?.focus({ preventScroll: true });
}

function typedIn(part: HTMLElement): [id: string, value: string][] {
  return Array.from(part.querySelectorAll<HTMLInputElement>('input[id]'))
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map(({ id, value }) => [id, value]);
}

/** Scrolls a list's box to its current entry, but not the page. */
export function scrollToCurrent(link: Element | null): void {
  const box = link?.closest<HTMLElement>('.moves-box');
  if (!link || !box) return;
  const top = link.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (top < 0 || top > box.clientHeight - 40) box.scrollTop += top - box.clientHeight / 2;
}

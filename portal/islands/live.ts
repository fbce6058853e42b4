import { pauseAfter } from './parts/pace.ts';

/** Renews the changing part of a page: fetches it until the server reports the end. */
const everyMs = 3_000;

/** @returns milliseconds until the next fetch */
async function renew(part: HTMLElement): Promise<number> {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!response.ok) return pauseAfter(response);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const next = page.querySelector<HTMLElement>('[data-live]');
  // the element stays, so that screen readers announce its changes
  if (next && part.innerHTML !== next.innerHTML) part.replaceChildren(...next.childNodes);
  part.dataset['live'] = next?.dataset['live'] ?? 'ended';
  return everyMs;
}

function follow(part: HTMLElement, afterMs: number): void {
  if (part.dataset['live'] !== 'running') return;
  setTimeout(async () => follow(part, await renew(part).catch(() => pauseAfter(undefined))), afterMs);
}

for (const part of document.querySelectorAll<HTMLElement>('[data-live]')) follow(part, everyMs);

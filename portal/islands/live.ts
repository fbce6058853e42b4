/** The part of a page that changes while a reader looks: it is fetched again until the server reports its end. */
const everyMs = 3_000;

async function renew(part: HTMLElement): Promise<void> {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const next = page.querySelector<HTMLElement>('[data-live]');
  if (!next) return;
  // the element stays, so that readers of screens announce its changes
  if (part.innerHTML !== next.innerHTML) part.replaceChildren(...next.childNodes);
  part.dataset['live'] = next.dataset['live'] ?? 'ended';
  follow(part);
}

function follow(part: HTMLElement): void {
  if (part.dataset['live'] === 'running') setTimeout(() => void renew(part), everyMs);
}

for (const part of document.querySelectorAll<HTMLElement>('[data-live]')) follow(part);

import { pauseAfter, pauseOf } from './pace.ts';

interface Followed {
  /** The address of the page as it is shown now. */
  address(): string;
  /** Shows the new state of the page. */
  show(page: Document): void;
  /** Called for a page that is gone, with the error page at its address. */
  lost(page: Document): void;
  isRunning(): boolean;
  hasResults(): boolean;
  /** A text that differs once the page has something new. */
  state(): string;
}

/** Fetches the page until it is complete: less often while nothing changes, and not in a hidden tab. */
export function followPage(followed: Followed): void {
  let state = followed.state();
  let changedAt = Date.now();
  next();

  function next(pauseMs = usualPause()): void {
    if (followed.isRunning()) setTimeout(() => void look(), pauseMs);
  }

  function usualPause(): number {
    return pauseOf({ quietMs: Date.now() - changedAt, hasResults: followed.hasResults() });
  }

  async function look(): Promise<void> {
    await untilVisible();
    const response = await ask(followed.address());
    if (response?.ok) {
      followed.show(response.page);
      if (followed.state() !== state) changedAt = Date.now();
      state = followed.state();
      next();
    } else if (response?.status === 404) followed.lost(response.page);
    else next(pauseAfter(response));
  }
}

interface Asked extends Pick<Response, 'ok' | 'status' | 'headers'> {
  page: Document;
}

/** Undefined without an answer. */
async function ask(address: string): Promise<Asked | undefined> {
  try {
    const response = await fetch(address, { headers: { accept: 'text/html' } });
    const { ok, status, headers } = response;
    return { ok, status, headers, page: new DOMParser().parseFromString(await response.text(), 'text/html') };
  } catch {
    return undefined;
  }
}

function untilVisible(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = (): void => {
    if (document.hidden) return;
    document.removeEventListener('visibilitychange', check);
    resolve();
  };
  document.addEventListener('visibilitychange', check);
  check();
  return promise;
}

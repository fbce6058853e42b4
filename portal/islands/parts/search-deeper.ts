/** Milliseconds of the searches, each longer than the previous one; the last search takes the server's ceiling. */
const times = [300, 1_000, 3_000, 10_000, 30_000];
/** The number of tries while all searches of the server are taken. */
const mostTries = 5;
const tooMany = 429;

interface Page {
  status: number;
  document: Document;
}

interface SearchOptions {
  ceilingMs: number;
  fetchPage(ms: number, signal: AbortSignal): Promise<Page | undefined>;
  show(page: Document): void;
  changed(isSearching: boolean): void;
}

/** Searches with rising depth; the server ends a search without a reader. */
export function searchDeeper({ ceilingMs, fetchPage, show, changed }: SearchOptions) {
  let running: AbortController | undefined;

  async function run({ signal }: AbortController): Promise<void> {
    const steps = [...times.filter((ms) => ms < ceilingMs), ceilingMs];
    for (let step = 0, tries = 0; step < steps.length;) {
      const page = await fetchPage(steps[step] ?? ceilingMs, signal);
      if (signal.aborted) return;
      if (page?.status === tooMany && tries < mostTries) {
        tries += 1;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        if (signal.aborted) return;
        continue;
      }
      if (!page) break;
      show(page.document);
      changed(true);
      if (page.status !== 200 || isOver(page.document)) break;
      step += 1;
    }
    stop();
  }

  const isOver = (page: Document) =>
    page.querySelector<HTMLElement>('[data-analysis]')?.dataset['ended'] === 'true';

  /** Whether a search ran. */
  function pause(): boolean {
    const wasRunning = running !== undefined;
    running?.abort();
    running = undefined;
    return wasRunning;
  }

  function stop(): void {
    pause();
    changed(false);
  }

  return {
    begin(): void {
      pause();
      running = new AbortController();
      changed(true);
      void run(running);
    },
    pause,
    stop,
    isOver,
  };
}

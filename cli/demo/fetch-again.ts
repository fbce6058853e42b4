import { setTimeout as pause } from 'node:timers/promises';

const attempts = 10;
const longestWaitSeconds = 10;

/** `fetch` for a server that has just started and may be busy: it retries answers with a `Retry-After`. */
export async function fetchAgain(url: string, init: RequestInit = {}): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, init);
    if (response.status !== 503 || attempt === attempts) return response;
    const seconds = Number(response.headers.get('retry-after') ?? 1);
    await response.arrayBuffer();
    await pause(Math.min(seconds, longestWaitSeconds) * 1_000);
  }
}

import { inject } from 'vitest';
import type { z } from 'zod';

/** Asks for a part that the run shares; undefined where the project shares nothing. @throws Error with the part's own words when it does not start */
export async function askRun<T>(path: string, schema: z.ZodType<T>, body?: object): Promise<T | undefined> {
  const url = runUrl();
  if (url === undefined) return undefined;
  const answer = await fetch(`${url}/${path}`, {
    method: 'POST',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${text}`);
  return schema.parse(JSON.parse(text));
}

/** Nothing is provided to a set-up of the whole run, which is no test. */
function runUrl(): string | undefined {
  try {
    return inject('run');
  } catch {
    return undefined;
  }
}

import { inject } from 'vitest';
import type { z } from 'zod';

/** Requests a shared part of the run; undefined if the project shares nothing. @throws Error if the part fails */
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

/** The set-up of the run is not a test and has no provided values. */
function runUrl(): string | undefined {
  try {
    return inject('run');
  } catch {
    return undefined;
  }
}

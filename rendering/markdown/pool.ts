import { answerLimits } from '../../domain/limits/answers.ts';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { LinkBase } from './links.ts';
import type { TextTask } from './thread.ts';

/** Kept by the text that it was made of. `set` may drop it at any time. */
export interface KeptTexts {
  get(key: string): string | undefined;
  set(key: string, html: string): void;
}

const timeoutMs = 3_000;
const threads = 1;
const idleMs = 60_000;
/** The bound of a README's HTML: with many links of a few characters it is ten times as long as the text. */
const maxHtmlCharacters = answerLimits['README as HTML'].characters;

/**
 * Renders in a thread of its own with bounds on time and memory: texts are made by strangers, and ending the thread is the
 * only way to stop an expression that hangs.
 */
export function createTextRenderer(kept: KeptTexts) {
  const piscina = new Piscina({
    filename: join(import.meta.dirname, 'thread.ts'),
    name: 'renderText',
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    concurrentTasksPerWorker: 1,
    maxQueue: 256,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 },
  });
  const running = new Map<string, Promise<string | null>>();

  async function render(key: string, task: TextTask): Promise<string | null> {
    try {
      // the time of waiting counts: a reader waits no longer
      const html: string | null = await piscina.run(task, { signal: AbortSignal.timeout(timeoutMs) });
      if (html === null || html.length > maxHtmlCharacters) return null;
      kept.set(key, html);
      return html;
    } catch {
      return null;
    } finally {
      running.delete(key);
    }
  }

  function once(task: TextTask): Promise<string | null> {
    const key = createHash('sha256').update(JSON.stringify(task)).digest('base64');
    const known = kept.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const started = running.get(key) ?? render(key, task);
    running.set(key, started);
    return started;
  }

  return {
    /** Null where the text takes too long or too much memory: it is then shown as plain text. */
    markdown: (text: string, base: LinkBase) => once({ kind: 'markdown', text, base }),
    /** Code with classes of its language, escaped; null as above, and where the language is not known. */
    code: (text: string, language: string) => once({ kind: 'code', text, language }),
    [Symbol.asyncDispose]: () => piscina.destroy(),
  };
}

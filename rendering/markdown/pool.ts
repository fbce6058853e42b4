import { answerLimits } from '../../domain/limits/answers.ts';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { LinkBase } from './links.ts';
import type { TextTask } from './thread.ts';

/** A cache of rendered texts by their source text. `set` may drop an entry at any time. */
export interface KeptTexts {
  get(key: string): string | undefined;
  set(key: string, html: string): void;
}

const timeoutMs = 3_000;
const threads = 1;
const idleMs = 60_000;
/** The bound of a README's HTML: with many short links, HTML is ten times as long as the text. */
const maxHtmlCharacters = answerLimits['README as HTML'].characters;

/**
 * Renders in a separate thread with bounds on time and memory: texts are untrusted, and ending the thread is the only
 * way to stop a hanging regular expression.
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
      // the waiting time counts: a reader waits no longer
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
    /** Null if the text needs too much time or memory: the page then shows plain text. */
    markdown: (text: string, base: LinkBase) => once({ kind: 'markdown', text, base }),
    /** Escaped code with classes of its language; null as for `markdown`, and if the language is unknown. */
    code: (text: string, language: string) => once({ kind: 'code', text, language }),
    [Symbol.asyncDispose]: () => piscina.destroy(),
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import { send } from '../clients/client.ts';

const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const restMs = 200;

/** Requests the analysis of a position repeatedly. `stop` returns a summary of the answers. */
export function startAnalysing(url: string): { stop(): Promise<string> } {
  const over = new AbortController();
  const answers: { status: number; milliseconds: number }[] = [];
  const asking = (async () => {
    while (!over.signal.aborted) {
      const begun = performance.now();
      const { status } = await send(`${url}/api/analysis/position`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ fen: start, depth: 6 }),
      });
      answers.push({ status, milliseconds: performance.now() - begun });
      await pause(restMs);
    }
  })();
  return {
    async stop() {
      over.abort();
      await asking;
      const failed = answers.filter(({ status }) => status !== 200).length;
      const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds)) / 1_000;
      return `${failed} of ${answers.length} analyses failed, the slowest took ${slowest.toFixed(1)} s`;
    },
  };
}

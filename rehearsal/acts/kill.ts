import { setTimeout as pause } from 'node:timers/promises';
import type { Kind } from '../settings.ts';
import type { Stage } from '../stage.ts';
import type { Act } from './act.ts';
import { startAnalysing } from './analyses.ts';

/**
 * Kills the processes of a kind with SIGKILL, one after the other; the supervisor restarts each before the next one.
 */
export function kill(kind: Kind): Act {
  return {
    name: `kill-${kind}`,
    summary: `SIGKILL for each ${kind} in turn`,
    async play(stage, seconds) {
      if (kind !== 'engine') return killEach(stage, kind, seconds);
      // package clients do not use the engine
      const analyses = startAnalysing(stage.url);
      let seen = '';
      try {
        await killEach(stage, kind, seconds);
      } finally {
        seen = await analyses.stop();
      }
      return seen;
    },
  };
}

async function killEach({ roles }: Stage, kind: Kind, seconds: number): Promise<void> {
  const targets = roles.filter((role) => role.kind === kind);
  for (const role of targets) {
    role.kill();
    await pause((seconds * 1_000) / targets.length);
    await role.untilHealthy();
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Kind } from '../settings.ts';
import type { Act } from './act.ts';

/** SIGKILL for one process of the kind after the other; each is back, by its supervisor, before the next one goes. */
export function kill(kind: Kind): Act {
  return {
    name: `kill-${kind}`,
    summary: `SIGKILL for each ${kind} in turn`,
    async play({ roles }, seconds) {
      const targets = roles.filter((role) => role.kind === kind);
      for (const role of targets) {
        role.kill();
        await pause((seconds * 1_000) / targets.length);
        await role.untilHealthy();
      }
    },
  };
}

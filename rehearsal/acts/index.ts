import type { Act } from './act.ts';
import { clock } from './clock.ts';
import { delay } from './delay.ts';
import { diskFull } from './disk-full.ts';
import { failOver } from './fail-over.ts';
import { kill } from './kill.ts';
import { partition } from './partition.ts';
import { restore } from './restore.ts';
import { rollingRestart } from './rolling-restart.ts';
import { rollingUpgrade } from './rolling-upgrade.ts';
import { temporalLost } from './temporal-lost.ts';

/** In the order of the rehearsal. */
export const acts: readonly Act[] = [
  kill('api'),
  kill('worker'),
  kill('scanner'),
  kill('engine'),
  partition('postgres'),
  partition('pooler'),
  partition('redis'),
  partition('s3'),
  partition('elasticsearch'),
  partition('temporal'),
  delay,
  diskFull,
  clock,
  rollingRestart,
  rollingUpgrade,
  temporalLost,
  restore,
  // last, as it leaves no standby
  failOver,
];

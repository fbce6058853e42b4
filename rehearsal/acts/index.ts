import type { Act } from './act.ts';
import { kill } from './kill.ts';
import { partition } from './partition.ts';
import { rollingRestart } from './rolling-restart.ts';

/** In the order in which they are played. */
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
  rollingRestart,
];

import { z } from 'zod';
import { createSigstore, type TestSigstore } from '../../ecosystems/sigstore/fixtures/sigstore.ts';
import { askRun } from './run.ts';

const Keys = z.object({ authority: z.string(), certificateLog: z.string(), log: z.string() });

/** Signs attestations that the open platform of the run trusts (`startOpenPlatform`). */
export async function openRunSigstore(): Promise<TestSigstore> {
  return createSigstore(await askRun('sigstore', Keys));
}

import { z } from 'zod';
import { askRun } from './run.ts';
import { createNamespace, startTemporal, type TemporalServer } from './temporal.ts';

const Address = z.object({ address: z.string() });

/** A namespace on the shared server of the run, unless the platform needs a new server or gets one. */
export async function startPlatformTemporal({
  ownTemporal = false,
  given,
}: {
  ownTemporal: boolean | undefined;
  given: { address: string } | undefined;
}): Promise<TemporalServer> {
  const server = given ?? (ownTemporal ? undefined : await askRun('temporal', Address));
  if (!server) return startTemporal();
  const namespace = await createNamespace(server.address);
  return { ...namespace, kill: refuse, restart: refuse, restartEmpty: refuse, freeze: refuse, thaw: refuse };
}

function refuse(): never {
  throw new Error('other tests use this server too: ask for one with `ownTemporal`');
}

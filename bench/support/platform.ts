import { type OwnPlatform, startOwnPlatform } from '../../test/support/platform.ts';

/** Starts the platform as in production, with every write synced, but without limits per client. */
export async function startDurablePlatform(
  environment: NodeJS.ProcessEnv = {},
  postgresFlags: Record<string, string> = {},
): Promise<OwnPlatform & AsyncDisposable> {
  const platform = await startOwnPlatform(
    { BLOB_FSYNC: 'true', ...environment },
    { isDurable: true, postgresFlags },
  );
  return { ...platform, [Symbol.asyncDispose]: () => platform.stop() };
}

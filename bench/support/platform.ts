import { type OwnPlatform, startOwnPlatform } from '../../test/support/platform.ts';

/** The platform as users get it: every write synced, limits per client off. */
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

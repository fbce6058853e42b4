import { type OwnPlatform, startOwnPlatform } from '../../test/support/platform.ts';

/** The platform as users get it: every write synced, limits per client off. */
export async function startDurablePlatform(
  environment: NodeJS.ProcessEnv = {},
): Promise<OwnPlatform & AsyncDisposable> {
  const platform = await startOwnPlatform({ BLOB_FSYNC: 'true', ...environment }, { isDurable: true });
  return { ...platform, [Symbol.asyncDispose]: () => platform.stop() };
}

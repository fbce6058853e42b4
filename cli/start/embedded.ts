import { ensureTemporal } from '../../tools/temporal/ensure.ts';
import type { Platform } from './platform.ts';

import { preparePostgres } from './postgres.ts';
import { temporalUiPort } from './settings.ts';
import { fitDatabase, isTemporalReady, temporalAddress, temporalSpec, temporalUiUrl } from './temporal.ts';

/** The variables with the addresses of embedded parts, for the servers of the platform. */
export type Found = Record<string, string>;

/** Starts the embedded database, unless DATABASE_URL names one. */
export async function startDatabase(platform: Platform, port: number): Promise<Found> {
  const { settings, log } = platform;
  if (settings.databaseUrl !== undefined) return { DATABASE_URL: settings.databaseUrl };

  const server = await preparePostgres(settings.dataDir, port, log.say);
  await platform.startService(server.spec, { what: 'PostgreSQL', isReady: server.isReady });
  log.line('postgres', `ready on 127.0.0.1:${port}`);
  return { DATABASE_URL: server.databaseUrl };
}

/** Starts the embedded Temporal server, unless TEMPORAL_ADDRESS names one. */
export async function startTemporal(platform: Platform, port: number): Promise<Found> {
  const { settings, log } = platform;
  if (settings.temporalAddress !== undefined) {
    const ui: Found = settings.temporalUiUrl === undefined ? {} : { TEMPORAL_UI_URL: settings.temporalUiUrl };
    return { TEMPORAL_ADDRESS: settings.temporalAddress, ...ui };
  }
  const uiPort = await temporalUiPort(settings, log.say);
  const { dataDir, namespace } = settings;
  const binary = await ensureTemporal({ env: settings.env, report: log.say });

  fitDatabase(dataDir, binary.server, log.say);
  const server = { dataDir, binary, namespace, port, uiPort };
  await platform.startService(temporalSpec(server), {
    what: 'the Temporal server',
    isReady: () => isTemporalReady(server),
  });
  log.line('temporal', `server ${binary.server} ready on ${temporalAddress(server)}`);
  return {
    TEMPORAL_ADDRESS: temporalAddress(server),
    TEMPORAL_UI_URL: settings.temporalUiUrl ?? temporalUiUrl(server),
  };
}

import { readConfig } from '../config/config.ts';
import { createPlatform } from './platform.ts';
import { serveHealth } from '../config/health-server.ts';
import { readFirstPassword } from '../config/first-admin.ts';
import { startTelemetry } from '../config/telemetry.ts';
import { keepSealing } from '../services/identity/seal-anew.ts';
import { ensureFirstAdmin } from '../services/identity/first-admin.ts';
import { createServices } from '../services/index.ts';
import { registerSigningKey } from '../store/postgres/releases/signing-keys.ts';
import { createServer } from './server.ts';
import { closeGently, exitWithin } from './shutdown.ts';

/** For workers that start later and sign with the earlier key until then. */
const keyGraceSeconds = 3_600;
/** The time to close pools and connections after the last request. */
const releaseMs = 4_000;

const config = readConfig(process.env);
const stopTelemetry = await startTelemetry(config, 'api');
await using platform = await createPlatform(config);
const { log, metrics, pool, signer } = platform;
const services = createServices(platform);
const state = async () => {
  const { isReady, parts, degraded } = await services.readiness();
  return { isReady, parts, problems: degraded };
};
const health = await serveHealth(config, 'api', { metrics, state }, log);
const app = await createServer(platform, {}, services);

const { firstAdmin } = config.auth;
if (firstAdmin) {
  const account = { ...firstAdmin, email: `${firstAdmin.username}@localhost.localdomain` };
  const readPassword = () => readFirstPassword(account);
  const { username } = account;
  const outcome = await ensureFirstAdmin(platform, { ...account, readPassword });
  if (outcome === 'made') log.info({ username }, 'the first administrator is made');
  if (outcome === 'taken')
    log.warn({ username }, 'no first administrator: the name, or its address, is in use');
}
if (signer.key) await registerSigningKey(pool, signer.key, keyGraceSeconds);
else log.warn('releases are not signed: SIGNING_KEY is missing');
await app.listen({ host: config.http.host, port: config.http.port });
log.info({ url: config.http.publicUrl }, 'api ready');
process.send?.({ kind: 'ready' });
const { acceptedJwtSecret, acceptedWebhookKeys = [] } = config.secrets;
const isRotating = acceptedJwtSecret !== undefined || acceptedWebhookKeys.length > 0;
const sealing = isRotating ? keepSealing(platform) : undefined;

const request = await new Promise<'SIGTERM' | 'SIGINT' | 'disconnect'>((resolve) => {
  for (const name of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(name, () => resolve(name));
  // the open IPC channel must not keep the process alive after it has closed everything
  process.channel?.unref();
});
const { deadlineMs } = config.shutdown;
// only SIGTERM comes from a supervisor with a proxy that has to notice
const delayMs = request === 'SIGTERM' ? config.shutdown.delayMs : 0;
exitWithin(delayMs + deadlineMs + releaseMs);
await closeGently(app, { drain: platform.drain, log, delayMs, deadlineMs });
clearInterval(sealing);
health?.close();
await stopTelemetry();

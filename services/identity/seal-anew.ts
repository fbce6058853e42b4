import type { Logger } from '../../config/logging.ts';
import { jwtSecretsOf } from '../../config/secrets.ts';
import {
  listSealedAuthenticators,
  replaceSealedSecret,
} from '../../store/postgres/identity/authenticators.ts';
import { listSealedWebhooks, replaceWebhookSecret } from '../../store/postgres/webhooks/webhooks.ts';
import { createSecretBox, type SecretBox } from '../secret-box.ts';
import { boxOf } from '../webhooks/seal.ts';
import type { Configured, Platform } from '../platform.ts';

/** A row whose secret is sealed for its holder. */
interface Sealed {
  id: string;
  sealedSecret: Buffer;
}

const atOnce = 500;

/** The number of renewed rows, and of rows that no key opens. */
export interface SealedAnew {
  renewed: number;
  unreadable: number;
}

/**
 * Seals secrets again that accepted keys have sealed, with the first key: afterwards the accepted keys can be removed.
 * Rows that change meanwhile are skipped.
 */
export async function sealAnew({
  pool,
  config,
}: Pick<Platform, 'pool'> & Configured<'secrets'>): Promise<SealedAnew> {
  const authenticators = await renewAll(
    createSecretBox(jwtSecretsOf(config.secrets), 'authenticator'),
    (after) => listSealedAuthenticators(pool, after, atOnce),
    (row, renewed) => replaceSealedSecret(pool, row.id, { from: row.sealedSecret, to: renewed }),
  );
  const webhooks = await renewAll(
    boxOf(config.secrets),
    (after) => listSealedWebhooks(pool, after, atOnce),
    (row, renewed) => replaceWebhookSecret(pool, row.id, { from: row.sealedSecret, to: renewed }),
  );
  return {
    renewed: authenticators.renewed + webhooks.renewed,
    unreadable: authenticators.unreadable + webhooks.unreadable,
  };
}

const everyMs = 600_000;

/** Repeats {@link sealAnew} while two keys overlap: replicas with the earlier settings still use the earlier key. */
export function keepSealing(
  platform: Pick<Platform, 'pool'> & Configured<'secrets'> & { log: Pick<Logger, 'info' | 'warn'> },
): NodeJS.Timeout {
  const run = () =>
    sealAnew(platform).then(
      (done) => platform.log.info(done, 'secrets that an accepted key sealed are sealed with the first one'),
      (error: unknown) => platform.log.warn({ err: error }, 'secrets not sealed anew, trying again'),
    );
  void run();
  return setInterval(() => void run(), everyMs).unref();
}

async function renewAll(
  box: SecretBox,
  list: (after: string) => Promise<readonly Sealed[]>,
  replace: (row: Sealed, renewed: Buffer) => Promise<void>,
): Promise<SealedAnew> {
  const done = { renewed: 0, unreadable: 0 };
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await list(after);
    for (const row of rows) {
      const renewed = renew(box, row);
      if (renewed === 'unreadable') done.unreadable += 1;
      if (!Buffer.isBuffer(renewed)) continue;
      await replace(row, renewed);
      done.renewed += 1;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < atOnce) return done;
    after = last.id;
  }
}

function renew(box: SecretBox, { sealedSecret, id }: Sealed): Buffer | 'unreadable' | null {
  try {
    return box.renew(sealedSecret, id);
  } catch {
    return 'unreadable';
  }
}

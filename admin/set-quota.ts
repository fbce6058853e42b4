import { parseArgs } from 'node:util';
import { readEnv, requireDirectUrl } from '../config/env.ts';
import { unbounded } from '../domain/quotas.ts';
import { loadOperator } from '../services/identity/operator.ts';
import { setQuotas } from '../services/users/quotas.ts';
import { openPool } from '../store/postgres/pool.ts';
import { runAdminTool, WrongArguments } from './run-tool.ts';

const help = `Usage: rookery admin set-quota --user <username> | --org <slug> | --token <id>
         [--packages <number>] [--releases-per-day <number>] [--storage-bytes <number>] [--as <username>]

Bounds what one owner may have, or one token may bring; "default" in place of a number leaves it to the instance. What is there stays.

DATABASE_URL names the database.
`;

/** The quota as a number; undefined: unchanged; null: the instance's default. @throws WrongArguments */
export function readQuota(name: string, text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'default') return null;
  const quota = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(quota)) return quota;
  throw new WrongArguments(`--${name} is a number, or "default"`);
}

async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args: args[0] === 'set-quota' ? args.slice(1) : args,
    options: {
      user: { type: 'string' },
      org: { type: 'string' },
      token: { type: 'string' },
      packages: { type: 'string' },
      'releases-per-day': { type: 'string' },
      'storage-bytes': { type: 'string' },
      as: { type: 'string', default: 'admin' },
    },
  });
  const holders = [values.user, values.org, values.token].filter((each) => each !== undefined);
  if (holders.length !== 1) throw new WrongArguments(help.trim());
  const change = {
    packages: readQuota('packages', values.packages),
    releasesPerDay: readQuota('releases-per-day', values['releases-per-day']),
    storageBytes: readQuota('storage-bytes', values['storage-bytes']),
  };
  const pool = await openPool(requireDirectUrl(readEnv(process.env)), 1);
  try {
    const named = { username: values.user, organizationSlug: values.org, tokenId: values.token };
    // the quotas of the instance are in the settings of its processes, not in the database
    const deps = { pool, config: { publish: { quotas: unbounded } } };
    const { own, usage } = await setQuotas(deps, await loadOperator(pool, values.as), named, change);
    const say = (quota: number | null) => quota ?? 'default';
    process.stdout.write(
      `${holders[0]}: packages ${usage.packages} of ${say(own.packages)}, releases today ${usage.releasesToday} of ${say(own.releasesPerDay)}, bytes ${usage.storageBytes} of ${say(own.storageBytes)}\n`,
    );
  } finally {
    await pool.end();
  }
}

if (import.meta.main) await runAdminTool(help, main);

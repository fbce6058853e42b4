import { Client, Connection } from '@temporalio/client';
import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { createLogger } from '../config/logging.ts';
import { workflowClient } from '../config/workflow-channel.ts';
import { createEcosystems } from '../ecosystems/index.ts';
import { loadOperator } from '../services/identity/operator.ts';
import { createProjection } from '../services/packages/projection.ts';
import { decideRelease } from '../services/releases/decide.ts';
import { createReleaseDecisions } from '../services/releases/decisions/held-release.ts';
import { describeHold } from '../services/publishing/receipt.ts';
import { listHeldReleases } from '../services/releases/list-held.ts';
import { openPool } from '../store/postgres/pool.ts';
import { runAdminTool, WrongArguments } from './run-tool.ts';

const help = `Usage: rookery admin held                                        releases that wait for a person, oldest first, and why
       rookery admin approve <ecosystem> <name> <version> [--reason <text>] [--accept-revoked]
                                                    lets one through; blocking findings have to be resolved before
       rookery admin reject <ecosystem> <name> <version> --reason <text>
                                                    throws one away

  --accept-revoked  although those who brought it have lost their authority since, as the refusal says
  --as <username>  the platform administrator who does it, for the audit log (default: admin)

The platform of the environment is asked, else the one that runs on DATA_DIR.
`;

const mostListed = 1_000;

type Wanted = { as: string } & (
  | { verb: 'held' }
  | {
      verb: 'approve' | 'reject';
      ecosystem: string;
      name: string;
      version: string;
      reason: string | null;
      acceptsRevoked: boolean;
    }
);

/** @throws WrongArguments */
export function readWanted(args: string[]): Wanted {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      as: { type: 'string', default: 'admin' },
      reason: { type: 'string' },
      'accept-revoked': { type: 'boolean', default: false },
    },
  });
  const { as, reason = null, 'accept-revoked': acceptsRevoked } = values;
  const [verb, ecosystem, name, version, ...rest] = positionals;
  if (verb === 'held' && ecosystem === undefined) return { verb, as };
  const isWhole = version !== undefined && ecosystem !== undefined && name !== undefined && rest.length === 0;
  if ((verb !== 'approve' && verb !== 'reject') || !isWhole) {
    throw new WrongArguments('name an ecosystem, a package and a version');
  }
  if (verb === 'reject' && (reason ?? '').trim() === '') throw new WrongArguments('reject needs a --reason');
  return { verb, as, ecosystem, name, version, reason, acceptsRevoked };
}

async function main(args: string[]): Promise<void> {
  const wanted = readWanted(args);
  const config = readConfig(process.env, 'worker');
  await using resources = new AsyncDisposableStack();
  const pool = resources.adopt(await openPool(config.secrets.databaseUrl, 2), (it) => it.end());
  const caller = await loadOperator(pool, wanted.as);
  if (wanted.verb === 'held') {
    const waiting = await listHeldReleases(pool, caller, mostListed);
    // beside the list, which programs read
    if (waiting.length === 0) process.stderr.write('nothing is held\n');
    for (const held of waiting) {
      const { ecosystem, name, version, reason, publisher, uploadedAt } = held;
      const facts = [
        ecosystem,
        name,
        version,
        reason,
        publisher ?? '-',
        uploadedAt.toISOString(),
        describeHold(held),
      ];
      process.stdout.write(`${facts.join('\t')}\n`);
    }
    return;
  }
  const connection = resources.adopt(Connection.lazy(workflowClient(config)), (it) => it.close());
  const client = new Client({ connection, namespace: config.temporal.namespace });
  const log = createLogger('admin', config.telemetry.logLevel);
  const deps = {
    pool,
    log,
    announce: () => {},
    projection: createProjection(client),
    decisions: createReleaseDecisions(client, log),
  };
  const { name, version, reason, acceptsRevoked, verb: kind } = wanted;
  const named = { ecosystem: createEcosystems().get(wanted.ecosystem), name, version };
  const { release, isPending } = await decideRelease(deps, caller, named, { kind, reason, acceptsRevoked });
  const ending = isPending ? 'decided; the worker gets to it as soon as it can' : release.state;
  process.stdout.write(`${wanted.ecosystem} ${name} ${version}: ${ending}\n`);
}

if (import.meta.main) {
  await runAdminTool(help, main, ([verb, ecosystem, name, version]) =>
    verb === 'held' ? '--help' : version === undefined ? 'held' : `findings ${ecosystem} ${name} ${version}`,
  );
}

import { answerLimits } from '../domain/limits/answers.ts';
import { Client } from '@temporalio/client';
import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { createLogger } from '../config/logging.ts';
import { workflowClient } from '../config/workflow-channel.ts';
import { openConnection } from '../config/workflow-connection.ts';
import type { Caller } from '../domain/caller.ts';
import { notFound } from '../domain/errors.ts';
import { firstOf } from '../domain/paging.ts';
import { createEcosystems } from '../ecosystems/index.ts';
import { loadOperator } from '../services/identity/operator.ts';
import { createProjection } from '../services/packages/projection.ts';
import { decideFile, type DecideCommand, decideRelease } from '../services/releases/decide.ts';
import { createReleaseDecisions } from '../services/releases/decisions/held-release.ts';
import { describeHold } from '../services/publishing/receipt.ts';
import { listHeldReleases } from '../services/releases/list-held.ts';
import { listFileReviews, type Review, reviewRelease } from '../services/releases/review.ts';
import { openPool, type Pool } from '../store/postgres/pool.ts';
import { linesOf } from './review-lines.ts';
import { runAdminTool, WrongArguments } from './run-tool.ts';

const help = `Usage: rookery admin held                                        what waits for a person, oldest first, and why
       rookery admin review <ecosystem> <name> <version> [<file>]
                                                    the files that a decision would be about, their findings and digest
       rookery admin approve <ecosystem> <name> <version> [<file>] --files <digest> [--reason <text>] [--accept-revoked]
                                                    lets exactly these files through; blocking findings have to be
                                                    resolved before
       rookery admin reject <ecosystem> <name> <version> [<file>] --reason <text>
                                                    throws one away

  <file>           one that was sent to a visible release and waits on its own; without it the release is meant
  --files <digest> of the files, as review shows it: when they have changed since, nothing is approved
  --accept-revoked  although those who brought it have lost their authority since, as the refusal says
  --as <username>  the platform administrator who does it, for the audit log (default: admin)

The platform of the environment is asked, else the one that runs on DATA_DIR.
`;

const mostListed = answerLimits['held releases of operators'].count;

interface Subject {
  ecosystem: string;
  name: string;
  version: string;
  file: string | undefined;
}

type Wanted = { as: string } & (
  | { verb: 'held' }
  | { verb: 'review'; subject: Subject }
  | { verb: 'decide'; subject: Subject; command: DecideCommand }
);

/** @throws WrongArguments */
export function readWanted(args: string[]): Wanted {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      as: { type: 'string', default: 'admin' },
      reason: { type: 'string' },
      files: { type: 'string' },
      'accept-revoked': { type: 'boolean', default: false },
    },
  });
  const { as, reason = null, files = null, 'accept-revoked': acceptsRevoked } = values;
  const [verb, ecosystem, name, version, file, ...rest] = positionals;
  if (verb === 'held' && ecosystem === undefined) return { verb, as };
  const isWhole = version !== undefined && ecosystem !== undefined && name !== undefined && rest.length === 0;
  if (!isWhole) throw new WrongArguments('name an ecosystem, a package and a version');
  const subject = { ecosystem, name, version, file };
  if (verb === 'review') return { verb, as, subject };
  if (verb !== 'approve' && verb !== 'reject')
    throw new WrongArguments('say held, review, approve or reject');
  if (verb === 'reject' && (reason ?? '').trim() === '') throw new WrongArguments('reject needs a --reason');
  if (verb === 'approve' && files === null) {
    const asked = [ecosystem, name, version, file].filter((part) => part !== undefined).join(' ');
    throw new WrongArguments(`approve needs --files <digest>: rookery admin review ${asked} shows it`);
  }
  const command = { kind: verb, reason, filesDigest: files, acceptsRevoked } as const;
  return { verb: 'decide', as, subject, command };
}

async function main(args: string[]): Promise<void> {
  const wanted = readWanted(args);
  const config = readConfig(process.env, 'worker');
  await using resources = new AsyncDisposableStack();
  const pool = resources.adopt(await openPool(config.secrets.directDatabaseUrl, 2), (it) => it.end());
  const caller = await loadOperator(pool, wanted.as);
  if (wanted.verb === 'held') return await showHeld(pool, caller);
  if (wanted.verb === 'review') {
    const review = await findReview(pool, caller, wanted.subject);
    process.stdout.write(
      linesOf(review)
        .map((line) => `${line}\n`)
        .join(''),
    );
    return;
  }
  const connection = resources.adopt(openConnection(workflowClient(config)), (it) => it.close());
  const client = new Client({ connection, namespace: config.temporal.namespace });
  const log = createLogger('admin', config.telemetry.logLevel);
  const deps = {
    config,
    pool,
    log,
    announce: () => {},
    projection: createProjection(client),
    decisions: createReleaseDecisions(client, log),
  };
  const { subject, command } = wanted;
  const named = namedBy(subject);
  const pending = 'decided; the worker gets to it as soon as it can';
  if (subject.file === undefined) {
    const { release, isPending } = await decideRelease(deps, caller, named, command);
    say(subject, isPending ? pending : release.state);
    return;
  }
  const { id } = await findReview(pool, caller, subject);
  if (id === null) throw notFound('held file');
  const { isPending } = await decideFile(deps, caller, { ...named, id }, command);
  say(subject, isPending ? pending : command.kind === 'approve' ? 'published' : 'rejected');
}

function namedBy({ ecosystem, name, version }: Subject) {
  return { ecosystem: createEcosystems().get(ecosystem), name, version };
}

async function findReview(pool: Pool, caller: Caller, subject: Subject): Promise<Review> {
  const named = namedBy(subject);
  if (subject.file === undefined) return reviewRelease({ pool }, caller, named);
  const held = await listFileReviews({ pool }, caller, named);
  const found = held.find(({ files: [file] }) => file?.filename === subject.file);
  if (!found) throw notFound('held file');
  return found;
}

async function showHeld(pool: Pool, caller: Caller): Promise<void> {
  const waiting = await listHeldReleases({ pool }, caller, firstOf(mostListed));
  // not on standard output, which programs read
  if (waiting.length === 0) process.stderr.write('nothing is held\n');
  for (const held of waiting) {
    const { ecosystem, name, version, reason, publisher, uploadedAt, filename } = held;
    const facts = [
      ecosystem,
      name,
      version,
      reason,
      publisher ?? '-',
      uploadedAt.toISOString(),
      describeHold(held),
      filename ?? '-',
    ];
    process.stdout.write(`${facts.join('\t')}\n`);
  }
}

function say({ ecosystem, name, version, file }: Subject, ending: string): void {
  const what = [ecosystem, name, version, file].filter((part) => part !== undefined).join(' ');
  process.stdout.write(`${what}: ${ending}\n`);
}

if (import.meta.main) {
  await runAdminTool(help, main, ([verb, ecosystem, name, version]) =>
    verb === 'held' ? '--help' : version === undefined ? 'held' : `findings ${ecosystem} ${name} ${version}`,
  );
}

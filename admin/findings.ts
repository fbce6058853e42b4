import { answerLimits } from '../domain/limits/answers.ts';
import { Client } from '@temporalio/client';
import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { createLogger } from '../config/logging.ts';
import { workflowClient } from '../config/workflow-channel.ts';
import { openConnection } from '../config/workflow-connection.ts';
import { Resolution } from '../domain/findings.ts';
import { createEcosystems } from '../ecosystems/index.ts';
import { listPackageFindings } from '../services/findings/list.ts';
import { resolvePackageFinding } from '../services/findings/settle.ts';
import { loadOperator } from '../services/identity/operator.ts';
import { createReleaseDecisions } from '../services/releases/decisions/held-release.ts';
import { openPool } from '../store/postgres/pool.ts';
import { runAdminTool, WrongArguments } from './run-tool.ts';

const resolutions = Resolution.options.join(' | ');

const help = `Usage: rookery admin findings <ecosystem> <name> [<version>]    what was found and is not resolved, worst first
       rookery admin resolve <ecosystem> <name> <finding id> --resolution <word> [--note <text>]
                                                    ends one; the last blocking one of a release publishes it, unless it
                                                    waits for an approval as well

  --resolution     ${resolutions}
  --as <username>  the platform administrator who does it, for the audit log (default: admin)

The platform of the environment is asked, else the one that runs on DATA_DIR.
`;

const mostListed = answerLimits['findings of operators'].count;

type Wanted = { as: string; ecosystem: string; name: string } & (
  | { verb: 'findings'; version: string | undefined }
  | { verb: 'resolve'; id: string; resolution: Resolution; note: string | null }
);

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @throws WrongArguments */
export function readWanted(args: string[]): Wanted {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      as: { type: 'string', default: 'admin' },
      resolution: { type: 'string' },
      note: { type: 'string' },
    },
  });
  const [verb, ecosystem, name, third, ...rest] = positionals;
  if (ecosystem === undefined || name === undefined || rest.length > 0)
    throw new WrongArguments('name an ecosystem and a package');
  const { as, note = null } = values;
  if (verb === 'findings') return { verb, as, ecosystem, name, version: third };
  const resolution = Resolution.safeParse(values.resolution);
  if (third === undefined || !uuid.test(third)) throw new WrongArguments('name the id of a finding');
  if (!resolution.success) throw new WrongArguments(`resolve needs a --resolution: ${resolutions}`);
  return { verb: 'resolve', as, ecosystem, name, id: third, resolution: resolution.data, note };
}

/** Publishers choose file names: control characters must not reach a terminal or end a line. */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const plain = (text: string) => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '?');

async function main(args: string[]): Promise<void> {
  const wanted = readWanted(args);
  const config = readConfig(process.env, 'worker');
  await using resources = new AsyncDisposableStack();
  const pool = resources.adopt(await openPool(config.secrets.directDatabaseUrl, 2), (it) => it.end());
  const caller = await loadOperator(pool, wanted.as);
  const { ecosystem, name } = wanted;
  const named = { ecosystem: createEcosystems().get(ecosystem), name };
  if (wanted.verb === 'findings') {
    const page = { includeResolved: false, limit: mostListed, offset: 0 };
    const findings = await listPackageFindings({ pool }, caller, named, page);
    const { version } = wanted;
    const shown = findings.filter((each) => version === undefined || each.releaseVersion === version);
    // not on standard output, which programs read
    if (shown.length === 0) process.stderr.write('nothing open was found\n');
    for (const { id, releaseVersion, severity, kind, title, file, artifactFilename, line } of shown) {
      const place = `${file ?? artifactFilename ?? '-'}${line === null ? '' : `:${line}`}`;
      const facts = [id, releaseVersion, severity, kind, title, place];
      process.stdout.write(`${facts.map(plain).join('\t')}\n`);
    }
    return;
  }
  const connection = resources.adopt(openConnection(workflowClient(config)), (it) => it.close());
  const client = new Client({ connection, namespace: config.temporal.namespace });
  const log = createLogger('admin', config.telemetry.logLevel);
  const decisions = createReleaseDecisions(client, log);
  const deps = { pool, decisions, config };
  const { id, resolution, note } = wanted;
  const finding = await resolvePackageFinding(deps, caller, { ...named, id }, { resolution, note });
  process.stdout.write(`${finding.title}: resolved as ${resolution}\n`);
  process.stderr.write(`Next: bin/rookery admin held\n`);
}

if (import.meta.main) {
  await runAdminTool(help, main, ([verb, ecosystem = '', name = '']) =>
    verb === 'resolve' && ecosystem !== '' && name !== '' ? `findings ${ecosystem} ${name}` : 'held',
  );
}

import { setTimeout } from 'node:timers/promises';
import { ConfigError, readEnv } from '../config/env.ts';
import { temporalGroup } from '../config/config.ts';
import { findTemporalContradictions, readTemporalSecrets } from '../config/temporal-secrets.ts';
import { dynamicConfigFile } from '../config/temporal-settings.ts';
import { workflowClient } from '../config/workflow-channel.ts';
import { openConnection } from '../config/workflow-connection.ts';
import { messageOf } from '../domain/error-text.ts';
import { findSetupProblems, setUpWorkflows } from '../services/health/workflow-setup.ts';

/** The maximum wait for a server that starts at the same time or still applies a change. */
const patienceMs = 120_000;
const pauseMs = 500;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function setUp(): Promise<void> {
  const env = readEnv(process.env);
  const problems = findTemporalContradictions(env);
  const secrets = { temporal: readTemporalSecrets(env, problems) };
  if (problems.length > 0) throw new ConfigError(problems);
  const temporal = temporalGroup(env);
  const connection = openConnection(workflowClient({ temporal, secrets }));
  const deadline = Date.now() + patienceMs;
  try {
    for (;;) {
      const left = await tryOnce(connection, temporal.namespace).catch((error: unknown) => {
        if (Date.now() > deadline) throw error;
        return [messageOf(error)];
      });
      if (left.length === 0) break;
      if (Date.now() > deadline) throw new Error(left.join('\n'));
      await setTimeout(pauseMs);
    }
    say(`Temporal at ${temporal.address} has what the namespace ${temporal.namespace} needs`);
  } finally {
    await connection.close();
  }
}

/** Creates the missing parts once; returns those that are still missing. */
async function tryOnce(connection: ReturnType<typeof openConnection>, namespace: string): Promise<string[]> {
  const deadline = Date.now() + 5_000;
  return connection.withDeadline(deadline, async () => {
    await setUpWorkflows(connection, namespace, say);
    return findSetupProblems(connection, namespace);
  });
}

if (process.argv.includes('--dynamic-config')) process.stdout.write(dynamicConfigFile());
else await setUp();

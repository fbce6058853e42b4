import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../test/support/eventually.ts';
import type { Entry } from './ledger.ts';
import type { Stage } from './stage.ts';

const giveUpMs = 300_000;
const shownWithinMs = 20_000;

/**
 * Returns the seconds until every role is healthy, every replica reaches all of its parts, and one publish of each
 * ecosystem succeeds at the first try, can be installed and is found by the search.
 * @throws Error with the last missing condition
 */
export async function untilWhole(stage: Stage): Promise<number> {
  const begun = performance.now();
  let missing = '';
  while (performance.now() - begun < giveUpMs) {
    try {
      await expectWhole(stage);
      return (performance.now() - begun) / 1_000;
    } catch (error) {
      missing = error instanceof Error ? error.message : String(error);
    }
    await pause(250);
  }
  throw new Error(`not whole after ${giveUpMs / 1_000} s: ${missing}`);
}

async function expectWhole(stage: Stage): Promise<void> {
  await Promise.all(
    stage.roles.map(async (role) => {
      if (!(await role.isHealthy())) throw new Error(`${role.name} is not healthy`);
      if (role.kind === 'api') await expectReady(stage.addresses.of(role.name), role.name);
    }),
  );
  const entries = await stage.traffic.publishOnce();
  const deadline = Date.now() + shownWithinMs;
  const within = () => ({ withinMs: deadline - Date.now() });
  for (const entry of entries) {
    await eventually(() => stage.traffic.install(entry), within());
    await eventually(() => expectFound(stage.url, entry), within());
  }
}

async function expectReady(host: string, name: string): Promise<void> {
  const answer = await fetch(`http://${host}:8080/readiness`, { signal: AbortSignal.timeout(5_000) });
  const state = (await answer.json()) as Record<string, unknown>;
  const problems = Object.entries(state).filter(
    ([part, value]) => value === 'error' || (part === 'degraded' && Array.isArray(value) && value.length > 0),
  );
  if (answer.ok && problems.length === 0) return;
  throw new Error(`${name}: ${JSON.stringify(Object.fromEntries(problems))}`);
}

async function expectFound(url: string, { name, ecosystem }: Entry): Promise<void> {
  const query = new URLSearchParams({ q: name, ecosystem });
  const answer = await fetch(`${url}/v1/search?${query.toString()}`);
  const { total } = (await answer.json()) as { total?: number };
  if (total === undefined || total < 1)
    throw new Error(`${ecosystem} ${name} is not found: ${answer.status}`);
}

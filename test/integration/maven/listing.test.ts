import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../support/database.ts';
import { type SharedPlatform, startPlatform, type TestUser } from '../../support/platform.ts';
import { type Coordinates, mavenRequests, newCoordinates } from './requests.ts';

let platform: SharedPlatform;
let author: TestUser;
let maven: ReturnType<typeof mavenRequests>;
let at: Coordinates;
beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
  maven = mavenRequests(platform);
  at = newCoordinates();
  expect((await maven.deploy(at, author.token)).status).toBe(201);
});
afterAll(async () => {
  await query(platform.databaseUrl, "delete from packages where name like $1 || '.many%'", [at.group]);
  await platform.stop();
});

/** Copies the deployed package without releases: a listing reads only packages. */
async function copyAs(names: readonly string[], visibility = 'public'): Promise<void> {
  const statement = `insert into packages (id, repository_id, ecosystem, name, name_key, visibility, readable_releases)
    select gen_random_uuid(), packages.repository_id, 'maven', wanted.name, lower(wanted.name), $3, 1
    from packages, jsonb_array_elements_text($2::jsonb) as wanted (name)
    where packages.ecosystem = 'maven' and packages.name = $1`;
  await query(platform.databaseUrl, statement, [
    `${at.group}:${at.artifact}`,
    JSON.stringify(names),
    visibility,
  ]);
  // the planner chooses other plans without statistics
  await query(platform.databaseUrl, 'analyze packages');
}

async function list(folder: string, token?: string): Promise<{ names: string[]; isCut: boolean }> {
  const text = await (await maven.ask(folder, token)).text();
  const names = Array.from(text.matchAll(/<a href="([^".][^"]*)">/g), ([, name]) => name ?? '');
  return { names, isCut: text.includes('There is more') };
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => String(index).padStart(4, '0'));

describe('a folder', () => {
  const below = (group: string) => `${group.replaceAll('.', '/')}/`;

  it('shows groups and artifacts of any number, each once and as it is spelt', async () => {
    const group = `${at.group}.many`;
    const groups = numbered(1_200).map((each) => `g${each}`);
    await copyAs([
      ...groups.flatMap((each) => [`${group}.${each}:a`, `${group}.${each}:b`, `${group}.${each}.in:a`]),
      // in byte order "-" is before "." and ":", and digits are between the two
      `${group}.g-1:a`,
      `${group}.g0:a`,
      `${group}.g:a`,
      `${group}:Tool.core`,
      `${group}:Tool.core-2`,
    ]);

    const inside = await list(below(group));

    const expected = [...groups, 'g-1', 'g0', 'g', 'Tool.core', 'Tool.core-2'].map((each) => `${each}/`);
    expect(inside).toEqual({ names: expected.toSorted(), isCut: false });
    expect((await list(below(`${group}.g0007`))).names).toEqual(['a/', 'b/', 'in/']);
    expect((await list(below(at.group))).names).toEqual(['many/', 'probe/']);
    expect((await list('')).names).toContain('org/');
  });

  it('has no name of what the caller may not know', async () => {
    const group = `${at.group}.manyhidden`;
    await copyAs([`${group}.secret:a`, `${group}.some:b`, `${group}:c`], 'private');
    await copyAs([`${group}.some:a`]);

    const [anonymous, own] = [await list(below(group)), await list(below(group), author.token)];

    expect(anonymous).toEqual({ names: ['some/'], isCut: false });
    expect(own).toEqual({ names: ['c/', 'secret/', 'some/'], isCut: false });
    expect((await list(below(`${group}.some`))).names).toEqual(['a/']);
    expect((await maven.ask(below(`${group}.secret`))).status).toBe(404);
  });

  it('says so when it is cut', async () => {
    const group = `${at.group}.manymore`;
    await copyAs(numbered(5_001).map((each) => `${group}.g${each}:a`));

    const { names, isCut } = await list(below(group));

    expect([names.length, names.at(-1), isCut]).toEqual([5_000, 'g4999/', true]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditAction } from '../../../domain/audit.ts';
import { uniqueName } from '../../support/crates.ts';
import { query } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { isSkipped } from '../../support/tool.ts';
import { accounts } from './accounts.ts';
import { organizations } from './organizations.ts';
import { packages } from './packages.ts';
import { teams } from './teams.ts';
import { releases } from './releases.ts';
import { trust } from './trust.ts';
import { administration } from './administration.ts';
import type { Cast, Step } from './cast.ts';
import { agent, type Row, startWorld, type World } from './world.ts';

/** In causal order: later steps need the results of earlier ones. */
const steps = {
  ...accounts,
  ...organizations,
  ...packages,
  ...teams,
  ...releases,
  ...trust,
  ...administration,
};

/** Actions of protocols and of operators at the machine; another test checks each. */
const elsewhere = {
  user_erase: 'rookery admin',
  audit_expire: 'rookery admin',
  advisories_import: 'rookery admin',
  token_update: 'gem signin and gem owner',
  package_maintainer_add: 'npm owner, gem owner',
  package_maintainer_remove: 'npm owner, gem owner',
  namespace_key_add: 'test/integration/maven/signatures.test.ts',
  namespace_key_remove: 'test/integration/maven/signatures.test.ts',
  release_draft_commit: 'test/integration/drafts.test.ts',
  release_draft_discard: 'test/integration/drafts.test.ts',
  artifact_attach: 'test/integration/symbols.test.ts',
  artifact_hold: 'test/integration/held-files.test.ts',
  artifact_remove: 'test/integration/drafts.test.ts',
} as const satisfies Partial<Record<AuditAction, string>>;

/** Does not compile if an action is missing in both tables. */
type Untold = Exclude<AuditAction, keyof typeof elsewhere | keyof typeof steps>;
const untold: Untold[] = [];

const cases: [string, Step][] = Object.entries(steps);

const isMissing = isSkipped(await findTemporal(), temporalMissing);

describe.skipIf(isMissing)('every action of the audit log', () => {
  let world: World;
  let cast: Cast;
  let adminId: string;
  beforeAll(async () => {
    world = await startWorld();
    const [admin] = await query<{ id: string }>(
      world.platform.databaseUrl,
      'select id from users where is_admin',
    );
    adminId = admin?.id ?? '';
    cast = {
      world,
      alice: await world.register(),
      bob: await world.register(),
      org: { slug: uniqueName('logged'), id: '' },
      token: '',
      kept: {},
    };
  }, 120_000);
  afterAll(() => world?.stop());

  const idOf = (by: Step['by']): string | null => {
    if (by === 'anonymous' || by === 'platform') return null;
    return by === 'admin' ? adminId : cast[by].id;
  };

  it('is in one of the tables', () => {
    expect(untold).toEqual([]);
  });

  it.each(cases)('%s is written once, with who, from where and for whom', async (action, step) => {
    const before = new Set((await world.rowsOf(action)).map(({ id }) => id));

    await step.do(cast);
    const found = await eventually(async (): Promise<Row[]> => {
      const rows = (await world.rowsOf(action)).filter(({ id }) => !before.has(id));
      expect(rows).not.toEqual([]);
      return rows;
    });

    expect(found.map(factsOf)).toEqual([expectedOf(step)]);
  });

  const isNew = (id: string | null) => ![cast.alice.id, cast.bob.id, adminId].includes(id ?? '');

  /** The facts of an entry: performer, credential, origin and owner. */
  const factsOf = (row: Row) => ({
    // the test does not know the id of a new account
    actor: isNew(row.actor) ? null : row.actor,
    hasToken: row.token !== null,
    address: row.address,
    agent: row.agent,
    isOfOrganization: row.organization === cast.org.id,
  });

  function expectedOf(step: Step) {
    const isPlatform = step.by === 'platform';
    return {
      actor: idOf(step.by),
      hasToken: step.hasToken ?? false,
      address: isPlatform ? null : '127.0.0.1',
      agent: isPlatform ? null : agent,
      isOfOrganization: step.isOfOrganization ?? false,
    };
  }

  it('can be neither changed nor removed in the database', async () => {
    for (const statement of [
      `update audit_log set action = 'nothing'`,
      'delete from audit_log',
      'truncate audit_log',
    ]) {
      await expect(query(world.platform.databaseUrl, statement)).rejects.toThrow(
        'the audit log is append-only',
      );
    }
  });
});

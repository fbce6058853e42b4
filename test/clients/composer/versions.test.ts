import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderOf, versionsOf } from '../../../ecosystems/composer/fixtures/version-order.ts';
import { cannotRun, createWorkspace, type Workspace } from './php.ts';

describe.skipIf(cannotRun)('PHP', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await createWorkspace();
  });
  afterAll(() => workspace?.remove());

  test('compares versions as we do', async () => {
    const versions = versionsOf();
    await workspace.write('versions.json', JSON.stringify(versions));
    const code = `$all = json_decode(file_get_contents('versions.json'));
      $out = []; foreach ($all as $a) foreach ($all as $b) $out[] = version_compare($a, $b); echo json_encode($out);`;

    const ran = await workspace.php('.', code);

    const told = JSON.parse(ran.output) as number[];
    const pairs = versions.flatMap((a) => versions.map((b) => [a, b] as const));
    // pairs that PHP calls equal are ignored: this registry orders them as well
    const differing = pairs.filter(([a, b], at) => told[at] !== 0 && told[at] !== Math.sign(orderOf(a, b)));
    expect(told).toHaveLength(pairs.length);
    expect(differing).toEqual([]);
  });
});

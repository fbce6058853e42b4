import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTool, isSkipped } from '../../test/support/tool.ts';

const root = join(import.meta.dirname, '../..');
const kustomize = findTool('kustomize', [join(homedir(), 'go/bin')]);
const validate = findTool('kubernetes-validate', [join(root, 'build/kubernetes-validate/bin')]);
const missing =
  'kustomize (go install sigs.k8s.io/kustomize/kustomize/v5@v5.8.1) or kubernetes-validate (pip) is not here';

describe.skipIf(isSkipped(kustomize && validate, missing))('the schemas of Kubernetes', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rookery-manifests-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const check = (manifests: string) => {
    const file = join(folder, 'all.yaml');
    writeFileSync(file, manifests);
    const run = spawnSync(validate ?? '', ['--strict', '--no-warn', file], { encoding: 'utf8' });
    return { isValid: run.status === 0, output: run.stdout + run.stderr };
  };

  it('take what kustomize makes of the folder', () => {
    const manifests = execFileSync(kustomize ?? '', ['build', import.meta.dirname], { encoding: 'utf8' });

    expect(check(manifests)).toMatchObject({ isValid: true });
    expect(manifests).toContain('image: rookery:local');
    expect(manifests.match(/^ {2}namespace: rookery$/gm)?.length).toBeGreaterThan(15);
  });

  it('refuse a field that does not exist', () => {
    const budgets = readFileSync(join(import.meta.dirname, 'disruption-budgets.yaml'), 'utf8');
    expect(check(budgets.replace('minAvailable', 'minimum'))).toEqual({
      isValid: false,
      output: expect.stringContaining('minimum'),
    });
  });
});

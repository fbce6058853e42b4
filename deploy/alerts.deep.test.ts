import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTool, isSkipped } from '../test/support/tool.ts';

const folder = import.meta.dirname;
const promtool = findTool('promtool', [join(folder, '../build/prometheus/usr/bin')]);
const missing = 'promtool is neither on PATH nor in build/prometheus (Debian: prometheus)';
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

describe.skipIf(isSkipped(promtool, missing))('the alert rules', () => {
  const promtoolOf = (...args: string[]) => spawnSync(promtool ?? '', args, { encoding: 'utf8' });

  it('raise what they should over recorded series, and nothing over those of a platform that works', () => {
    const { status, stdout, stderr } = promtoolOf('test', 'rules', join(folder, 'alerts-recorded.yml'));
    expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 });
  });

  it('have recorded series for each, which fail where the rule is another', () => {
    const recorded = read('alerts-recorded.yml');
    const names = [...read('alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
    const copies = mkdtempSync(join(tmpdir(), 'rookery-alerts-'));
    try {
      cpSync(join(folder, 'alerts-recorded.yml'), join(copies, 'alerts-recorded.yml'));
      for (const name of names) {
        // one case without the alert, one with its annotations
        expect(recorded.split(`alertname: ${name}`).length - 1).toBe(2);
        const without = read('alerts.yml').replace(`alert: ${name}\n`, `alert: ${name}Renamed\n`);
        writeFileSync(join(copies, 'alerts.yml'), without);
        expect(promtoolOf('test', 'rules', join(copies, 'alerts-recorded.yml')).status).not.toBe(0);
      }
    } finally {
      rmSync(copies, { recursive: true, force: true });
    }
  });
});

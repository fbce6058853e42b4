import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createMetrics } from '../config/metrics.ts';

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string().regex(/^Rookery[A-Za-z]+$/),
          expr: z.string(),
          for: z.string().regex(/^\d+[mh]$/),
          labels: z.object({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.object({
            runbook: z.string(),
            summary: z.string(),
            description: z.string().optional(),
          }),
        }),
      ),
    }),
  ),
});

/** Series of the SDK in workers (`test/integration/workflow-setup.deep.test.ts` reads them), and of Prometheus. */
const others = [
  'temporal_num_pollers',
  'temporal_worker_task_slots_available',
  'temporal_workflow_task_execution_failed',
  'temporal_activity_schedule_to_start_latency_seconds_bucket',
  'up',
];

const { groups } = Rules.parse(parse(readFileSync(join(import.meta.dirname, 'alerts.yml'), 'utf8')));
const rules = groups.flatMap((group) => group.rules);

test.each(rules)('$alert asks for series that are exported', async ({ expr }) => {
  const ours = (await createMetrics('any').registry.getMetricsAsJSON()).map(({ name }) => name);
  const known = new Set([...others, ...ours, ...ours.map((name) => `${name}_count`)]);
  const asked = [...expr.matchAll(/\b(?:rookery|temporal)_\w+|\bup\b/g)].map(([name]) => name);

  expect(asked).not.toEqual([]);
  expect(asked.filter((name) => !known.has(name))).toEqual([]);
});

test('each role that can be away has a rule that says so', () => {
  expect(rules.map(({ alert }) => alert)).toEqual(
    expect.arrayContaining([
      'RookeryProcessAway',
      'RookeryNotReady',
      'RookeryNoPollers',
      'RookeryNoFreeSlots',
    ]),
  );
});

test('each has a runbook, and each runbook an alert', () => {
  const runbooks = readFileSync(join(import.meta.dirname, '..', 'docs', 'RUNBOOKS.md'), 'utf8');
  const headings = [...runbooks.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);

  expect(headings).toEqual(rules.map(({ alert }) => alert));
  expect(rules.map(({ annotations }) => annotations.runbook)).toEqual(
    rules.map(({ alert }) => `docs/RUNBOOKS.md#${alert.toLowerCase()}`),
  );
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createMetrics } from '../../config/metrics.ts';

const Dashboard = z.object({
  uid: z.string().regex(/^rookery-[a-z]+$/),
  title: z.string(),
  templating: z.object({
    list: z.array(z.object({ name: z.literal('source'), type: z.literal('datasource') })),
  }),
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string().min(1),
      datasource: z.object({ uid: z.literal('${source}') }),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      fieldConfig: z.object({ defaults: z.object({ unit: z.string() }) }),
      targets: z.array(z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })).min(1),
    }),
  ),
});
const dashboards = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.json'))
  .map((file) => Dashboard.parse(JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'))));

/** Series of the SDK in workers; as in the alert rules. */
const ofTheSdk = [
  'temporal_activity_schedule_to_start_latency_seconds_bucket',
  'temporal_worker_task_slots_available',
];
const suffixes = ['', '_bucket', '_count', '_sum'];

it.each(dashboards)('$title asks for series and labels that are exported', async ({ panels }) => {
  const { registry } = createMetrics('any');
  const ours = (await registry.getMetricsAsJSON()).flatMap(({ name }) =>
    suffixes.map((suffix) => `${name}${suffix}`),
  );
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const asked = expressions.flatMap((expr) => expr.match(/\b(?:rookery|temporal)_\w+/g) ?? []);

  expect(asked).not.toEqual([]);
  expect(asked.filter((name) => ![...ours, ...ofTheSdk].includes(name))).toEqual([]);
});

it('the panels show every series of ours', async () => {
  const names = (await createMetrics('any').registry.getMetricsAsJSON()).map(({ name }) => name);
  const shown = dashboards.flatMap(({ panels }) =>
    panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  );

  expect(
    names.filter((name) => name.startsWith('rookery_') && !shown.some((expr) => expr.includes(name))),
  ).toEqual([]);
});

it.each(dashboards)('$title has panels that do not cover each other', ({ panels }) => {
  const cells = panels.flatMap(({ gridPos: { x, y, w } }) =>
    Array.from({ length: w }, (_, column) => `${x + column}:${y}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});

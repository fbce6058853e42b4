import { join } from 'node:path';
import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

// Half of what a process of the platform needs to start is compiling. Workers and roles inherit this.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/**
 * Platforms of a file's own, browsers, fault injection, fuzzing, long matrices: `npm run test:deep`, whose projects are
 * portal, deep, faults and alone.
 */
const deep = '**/*.{deep,soak}.test.ts';
/** Clients that take minutes to be had and built with, and the parts of a deployment: `npm run soak`, `.ci/deployment`. */
const soak = '**/*.soak.test.ts';
/** Packages, and the previous release that tests run beside this one. */
const made = '{build,node_modules}/**';
/** Tests that measure what a process holds or how fast it answers: beside others they measure those too. */
const measuring = [
  'test/integration/store/blobs.test.ts',
  'test/faults/{analysis,hostile-rendering}.test.ts',
  'test/security/availability/*.test.ts',
];

// oxlint-disable-next-line import/no-default-export -- the runner reads the default export
export default defineConfig({
  test: {
    pool: 'forks',
    // the runner leaves one core to itself by default, which on two cores is one file at a time
    maxWorkers: '100%',
    hookTimeout: 120_000,
    testTimeout: 60_000,
    // the default is one second, which a busy machine takes for a page
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: LongestFirst },
    // one project after the other: everything shares the machine's cores
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: [
            '{domain,admin,chess,ecosystems,rendering,scan,services,store,config,workflows,activities,api,portal,cli,deploy,tools,engine,bench,rehearsal}/**/*.test.ts',
            'test/tenth/*.test.ts',
          ],
          exclude: [deep],
          // most files take less time than a process takes to start
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          sequence: { groupOrder: 1 },
          include: ['test/{conformance,integration,security,workflows}/**/*.test.ts'],
          exclude: [...measuring, deep],
          // importing takes a file longer than most of them take to run
          isolate: false,
          globalSetup: ['test/support/shared-postgres.ts', 'test/support/run-server.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'clients',
          sequence: { groupOrder: 2 },
          include: ['test/clients/**/*.test.ts'],
          exclude: [deep],
          isolate: false,
          globalSetup: ['test/support/shared-postgres.ts', 'test/support/run-server.ts'],
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'portal',
          sequence: { groupOrder: 3 },
          include: ['test/portal/**/*.test.ts'],
          exclude: [deep],
          isolate: false,
          globalSetup: ['test/support/shared-postgres.ts', 'test/support/run-server.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'deep',
          sequence: { groupOrder: 4 },
          include: ['**/*.deep.test.ts'],
          exclude: [made],
          globalSetup: ['test/support/shared-postgres.ts', 'test/support/run-server.ts'],
          testTimeout: 180_000,
          // clients and processes that start are waited for half of the time
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          name: 'soak',
          sequence: { groupOrder: 7 },
          include: [soak],
          exclude: [made],
          globalSetup: ['test/support/shared-postgres.ts', 'test/support/run-server.ts'],
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          sequence: { groupOrder: 5 },
          include: ['test/faults/**/*.test.ts'],
          exclude: measuring,
          globalSetup: ['test/support/shared-postgres.ts', 'test/support/run-server.ts'],
          testTimeout: 180_000,
          // they wait more than they work; a fourth makes others miss their deadlines on two cores
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          sequence: { groupOrder: 6 },
          include: measuring,
          globalSetup: ['test/support/shared-postgres.ts', 'test/support/run-server.ts'],
          testTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});

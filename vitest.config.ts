import { defineConfig } from 'vitest/config';

// oxlint-disable-next-line import/no-default-export -- the runner reads the default export
export default defineConfig({
  test: {
    pool: 'forks',
    hookTimeout: 120_000,
    testTimeout: 60_000,
    // one project after the other: faults are timed, and everything shares the machine's cores
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: [
            '{domain,chess,ecosystems,scan,store,config,workflows,activities,api,cli,tools,engine,bench}/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          sequence: { groupOrder: 1 },
          include: ['test/{conformance,integration,security,workflows}/**/*.test.ts'],
          globalSetup: ['test/support/shared-platform.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'clients',
          sequence: { groupOrder: 2 },
          include: ['test/clients/**/*.test.ts'],
          globalSetup: ['test/support/shared-platform.ts'],
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          sequence: { groupOrder: 3 },
          include: ['test/faults/**/*.test.ts'],
          testTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});

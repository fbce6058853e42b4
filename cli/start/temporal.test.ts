import { expect, test } from 'vitest';
import { temporalArguments } from './temporal.ts';

const server = {
  dataDir: '/my data',
  binary: { path: '/bin/temporal', server: '1.31.2' },
  namespace: 'rookery',
  port: 7233,
  uiPort: 8233,
};

test('the embedded server listens on this machine only and keeps its database in the data folder', () => {
  const line = temporalArguments(server).join(' ');

  expect(line).toContain('--ip 127.0.0.1 --port 7233 --ui-port 8233');
  expect(line).toContain('--db-filename /my data/temporal/temporal.db');
  expect(line).toContain('--namespace rookery');
});

test.each([
  'system.enableActivityEagerExecution=true',
  'history.transferProcessorMaxPollRPS=5000',
  'history.timerProcessorMaxPollRPS=5000',
  'history.visibilityProcessorMaxPollRPS=5000',
])('it is tuned with %s', (setting) => {
  const args = temporalArguments(server);

  expect(args[args.indexOf(setting) - 1]).toBe('--dynamic-config-value');
});

test.each(['JobKind', 'Ecosystem', 'PackageName', 'Publisher', 'Outcome'])(
  'it knows the search attribute %s',
  (name) => {
    expect(temporalArguments(server)).toContain(`${name}=Keyword`);
  },
);

/* The settings that the workflows need in a Temporal server, embedded or not. */

/** All have the type Keyword. */
export const searchAttributes = ['JobKind', 'Ecosystem', 'PackageName', 'Publisher', 'Outcome'] as const;

/** How long histories stay readable. */
export const retentionDays = 30;

/**
 * The processors' default of 20 polls a second makes every workflow task wait for a 50 ms tick; eager activities save
 * a round trip; a single partition is enough for a small installation and saves forwarding.
 */
export const dynamicConfig: Readonly<Record<string, boolean | number>> = {
  'system.enableActivityEagerExecution': true,
  'history.transferProcessorMaxPollRPS': 5_000,
  'history.timerProcessorMaxPollRPS': 5_000,
  'history.visibilityProcessorMaxPollRPS': 5_000,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
  'limit.maxIDLength': 255,
};

/** The settings in the format of the server's file of dynamic settings. */
export function dynamicConfigFile(): string {
  const entries = Object.entries(dynamicConfig).map(([name, value]) => `${name}:\n  - value: ${value}\n`);
  return entries.join('');
}

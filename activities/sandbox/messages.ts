import type { Tasks } from './tasks.ts';

export type TaskName = keyof Tasks;
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[0];
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;

/** A message to the sandbox: one task at a time. */
export type SandboxRequest = { [Name in TaskName]: { name: Name; task: TaskInput<Name> } }[TaskName];

/** A message from the sandbox: the task's output. A `failure` is a failure of the sandbox, never of the archive. */
export type SandboxAnswer = { output: TaskOutput<TaskName> } | { failure: string };

import type { Tasks } from './tasks.ts';

export type TaskName = keyof Tasks;
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[0];
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;

/** To the sandbox: one task at a time. */
export type SandboxRequest = { [Name in TaskName]: { name: Name; task: TaskInput<Name> } }[TaskName];

/** From it: the task's output; a failure is the sandbox's own, never the archive's. */
export type SandboxAnswer = { output: TaskOutput<TaskName> } | { failure: string };

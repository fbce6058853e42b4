import type { ChildProcess } from 'node:child_process';
import { launchSandbox, type SandboxLaunch } from './launch.ts';
import type { SandboxAnswer, SandboxRequest, TaskInput, TaskName, TaskOutput } from './messages.ts';

/** Opens archives in processes without secrets, rights or network, one task at a time in each. */
export interface Sandbox extends AsyncDisposable {
  /**
   * Runs a task in an idle process or a new one. @throws Error when it took longer than `timeoutMs` or its process
   * died: the archive is then not inspected
   */
  run<Name extends TaskName>(name: Name, task: TaskInput<Name>, timeoutMs: number): Promise<TaskOutput<Name>>;
}

/** The caller limits the number of concurrent tasks, and thereby of processes. */
export function createSandbox(launch: SandboxLaunch): Sandbox {
  const idle: ChildProcess[] = [];
  const all = new Set<ChildProcess>();

  function start(): ChildProcess {
    const child = launchSandbox(launch);
    all.add(child);
    child.once('exit', () => forget(child));
    child.once('error', () => forget(child));
    return child;
  }

  function forget(child: ChildProcess): void {
    all.delete(child);
    const at = idle.indexOf(child);
    if (at !== -1) idle.splice(at, 1);
  }

  // one process is ready for the first task
  idle.push(start());

  return {
    async run(name, task, timeoutMs) {
      const child = idle.pop() ?? start();
      // the name determines the types of task and answer, which a union can't express
      const answer = await ask(child, { name, task } as SandboxRequest, timeoutMs);
      if (child.exitCode === null && child.connected) idle.push(child);
      if ('failure' in answer) throw new Error(answer.failure);
      return answer.output as TaskOutput<typeof name>;
    },

    async [Symbol.asyncDispose]() {
      const ends = [...all].map((child) => new Promise((resolve) => child.once('close', resolve)));
      for (const child of all) child.kill('SIGKILL');
      await Promise.all(ends);
    },
  };
}

/** Ending the process is the only way to stop a task that hangs. */
function ask(child: ChildProcess, request: SandboxRequest, timeoutMs: number): Promise<SandboxAnswer> {
  return new Promise((resolve, reject) => {
    const give = (reason: string) => settle(() => reject(new Error(`the scan ${reason}`)));
    const answered = (answer: SandboxAnswer) => settle(() => resolve(answer));
    const exited = (code: number | null, signal: string | null) =>
      give(`ended its process with ${signal ?? `exit code ${code}`}`);
    const failed = (error: Error) => give(`could not start: ${error.message}`);
    const timer = setTimeout(() => {
      give(`took longer than ${timeoutMs} ms`);
      child.kill('SIGKILL');
    }, timeoutMs);

    function settle(end: () => void): void {
      clearTimeout(timer);
      child.off('message', answered).off('exit', exited).off('error', failed);
      end();
    }

    child.on('message', answered).on('exit', exited).on('error', failed);
    child.send(request, (error) => error && failed(error));
  });
}

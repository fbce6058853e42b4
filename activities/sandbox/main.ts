import { messageOf } from '../../domain/error-text.ts';
import type { SandboxAnswer, SandboxRequest } from './messages.ts';
import { tasks } from './tasks.ts';

/*
 * The process that opens untrusted archives. It has no settings, no secrets and no connections: it gets its input
 * through the channel to its parent, and ends when that channel closes.
 */
process.on('message', (request: SandboxRequest) => {
  void answer(request).then((message) => process.send?.(message));
});
process.once('disconnect', () => process.exit());
// a signal to the whole group must not cut off work that the parent still waits for
process.on('SIGTERM', () => {});
process.on('SIGINT', () => {});

async function answer(request: SandboxRequest): Promise<SandboxAnswer> {
  try {
    return { output: await run(request) };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

function run(request: SandboxRequest) {
  switch (request.name) {
    case 'archive':
      return tasks.archive(request.task);
    case 'rescan':
      return tasks.rescan(request.task);
    case 'part':
      return tasks.part(request.task);
    case 'browse':
      return tasks.browse(request.task);
    default:
      return request satisfies never;
  }
}

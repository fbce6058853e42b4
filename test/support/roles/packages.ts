/** Everything that packages need, in one process. Each role ends by itself when the process is asked to. */
await Promise.all([
  import('../../../api/main.ts'),
  import('../../../activities/worker.ts'),
  import('../../../activities/scanner.ts'),
]);

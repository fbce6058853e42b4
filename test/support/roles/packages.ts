/** All roles for packages in one process. Each role handles the signal to stop by itself. */
await Promise.all([
  import('../../../api/main.ts'),
  import('../../../activities/worker.ts'),
  import('../../../activities/scanner.ts'),
]);

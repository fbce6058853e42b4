/** Publishes the bundled examples; filled in below. */
export async function runDemo(env: NodeJS.ProcessEnv): Promise<void> {
  process.stdout.write(`demo against ${env['PUBLIC_URL'] ?? ''}\n`);
}

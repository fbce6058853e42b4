import { ensureTemporal } from './ensure.ts';

if ((process.env['TEMPORAL_ADDRESS'] ?? '') === '') {
  try {
    await ensureTemporal({
      env: process.env,
      report: (line) => process.stdout.write(`setup: ${line}\n`),
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

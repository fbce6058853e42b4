/**
 * Exits with 0 when one of the addresses answers 200. By default it checks the addresses of all roles, as a container
 * runs one of them. `--print` writes the answers, with any status. Plain JavaScript without packages: the image has
 * neither curl nor wget.
 */
import process from 'node:process';

const patienceMs = 4_000;
const port = Number(process.env['PORT'] || 8080);
const metricsPort = Number(process.env['METRICS_PORT'] || 0);
const roles = metricsPort === 0 ? [] : [1, 2, 3].map((offset) => metricsPort + offset);

const prints = process.argv.includes('--print');
const given = process.argv.slice(2).filter((word) => word !== '--print');
const addresses =
  given.length > 0
    ? given
    : [
        `http://127.0.0.1:${port}/readiness/serving`,
        ...roles.map((each) => `http://127.0.0.1:${each}/health`),
      ];

async function answers(address) {
  const response = await fetch(address, { signal: AbortSignal.timeout(patienceMs) });
  if (prints) process.stdout.write(`${await response.text()}\n`);
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
}

try {
  await Promise.any(addresses.map(answers));
} catch (error) {
  const reasons = error instanceof AggregateError ? error.errors.map((each) => each.message) : [error];
  process.stderr.write(`${reasons.join('\n')}\n`);
  process.exitCode = 1;
}

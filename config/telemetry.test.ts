import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { inSpan, startTelemetry } from './telemetry.ts';

const environment = {
  DATABASE_URL: 'postgres://localhost/none',
  JWT_SECRET: '0123456789abcdef0123456789abcdef',
};

it('sends spans to the configured collector and none before', async () => {
  const received: string[] = [];
  const collector = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      received.push(`${request.url} ${body}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const stopNothing = await startTelemetry(readConfig(environment), 'test');
  await inSpan('unseen', {}, async () => 1);
  await stopNothing();

  const config = readConfig({ ...environment, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
  const stop = await startTelemetry(config, 'test');
  const failure = inSpan('quarantine', { 'rookery.ecosystem': 'cargo' }, async () => {
    throw new Error('refused');
  });
  await expect(failure).rejects.toThrow('refused');
  await stop();
  collector.close();

  expect(received).toHaveLength(1);
  expect(received[0]).toContain('/v1/traces');
  expect(received[0]).toContain('quarantine');
  expect(received[0]).toContain('rookery-test');
  expect(received[0]).not.toContain('unseen');
});

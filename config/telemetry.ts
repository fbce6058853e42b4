import { type Attributes, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Config } from './config.ts';

const tracer = trace.getTracer('rookery');

/** Runs `work` inside a span. Without a configured exporter, spans have almost no cost. */
export function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      if (error instanceof Error) span.recordException(error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Loads the SDK only if an exporter is configured. Returns a function that flushes and stops the SDK. */
export async function startTelemetry(config: Config, role: string): Promise<() => Promise<void>> {
  const { otlpEndpoint } = config.telemetry;
  if (otlpEndpoint === undefined) return async () => {};
  const [sdk, exporter, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const provider = new sdk.NodeTracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': `rookery-${role}`,
      'service.version': config.version,
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor(
        new exporter.OTLPTraceExporter({ url: `${otlpEndpoint.replace(/\/$/, '')}/v1/traces` }),
      ),
    ],
  });
  provider.register();
  return () => provider.shutdown();
}

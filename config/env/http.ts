import {
  between,
  count,
  mebibyte,
  milliseconds,
  origins,
  port,
  proxies,
  publicUrl,
  text,
  toggle,
} from './values.ts';

/** The default of METRICS_PORT. */
export const usualMetricsPort = 9_464;

/** The HTTP server. */
export const httpServer = {
  HOST: text.default('127.0.0.1').describe('Address to listen on.'),
  PORT: port.default(8080).describe('Port to listen on.'),
  PUBLIC_URL: publicUrl
    .optional()
    .describe(
      'Address that clients use, without a path; written into every index. Default: http://HOST:PORT.',
    ),
  TRUSTED_PROXIES: proxies
    .prefault('')
    .describe('Comma-separated addresses or CIDR ranges whose X-Forwarded-* headers are believed.'),
  CORS_ORIGINS: origins
    .prefault('')
    .describe(
      'Comma-separated origins whose pages may use /api and /v1 in browsers; * for all. Default: none.',
    ),
  MAVEN_LISTINGS: toggle
    .prefault('off')
    .describe('on answers folders of /maven with what people may read in them; build tools need none.'),
  MAX_UPLOAD_BYTES: count.default(512 * mebibyte).describe('Largest upload accepted.'),
  MAX_PART_BYTES: count
    .default(10 * 1024 * mebibyte)
    .describe('Largest image layer or other file that is uploaded on its own.'),
  BODY_IDLE_MS: milliseconds
    .default(120_000)
    .describe('How long a request may stop in the middle of its body before its connection is closed.'),
  BODY_MIN_BYTES_PER_SECOND: between(0, 1024 * mebibyte)
    .default(1_000)
    .describe('Slowest body, averaged over a minute; a slower one loses its connection. 0: any.'),
  SMALL_BODY_MS: milliseconds
    .default(30_000)
    .describe('How long JSON and forms of at most 256 KiB may take to arrive; then they are told 408.'),
  MAX_CONNECTIONS: between(1, 1_000_000)
    .default(10_000)
    .describe('Connections of one process; one more is closed at once.'),
  MAX_CONNECTIONS_PER_ADDRESS: between(1, 1_000_000)
    .default(1_000)
    .describe(
      'Of these from one address (IPv6: /64); one more is told 503. TRUSTED_PROXIES are not counted.',
    ),
  MAX_EVENT_LOOP_DELAY_MS: between(0, 60_000)
    .default(1_000)
    .describe('Requests are told 503 while the process runs this late, by the mean of a second. 0: never.'),
  RATE_LIMITS: toggle.prefault('on').describe('off removes every rate limit (load tests).'),
  SHUTDOWN_DELAY_MS: between(0, 600_000)
    .default(5_000)
    .describe(
      'After SIGTERM the api answers for so long with a readiness that says no, before its port closes. 0 with npm start.',
    ),
  SHUTDOWN_DEADLINE_MS: between(0, 3_600_000)
    .optional()
    .describe(
      'How long requests under way may take from then on. Default: 20 s, more where a search of positions may take longer.',
    ),
  METRICS_PORT: port
    .max(65_532)
    .optional()
    .describe(
      'Port of /health, /readiness and /metrics of the api; worker +1, scanner +2, engine +3. 0: off. Default: 9464.',
    ),
  METRICS_HOST: text.default('127.0.0.1').describe('Address of these ports.'),
};

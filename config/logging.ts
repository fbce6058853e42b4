import { pino, type Logger } from 'pino';
import { describeError } from './describe-error.ts';

export type { Logger };

/** JSON lines on stdout. Credentials never reach a line, in any logged object. */
export function createLogger(role: string, level: string): Logger {
  return pino({
    level,
    base: { role },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describeError(error) },
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        'req.headers["x-nuget-apikey"]',
        'req.headers["x-dotnet-apikey"]',
        '*.password',
        '*.token',
      ],
      censor: '[redacted]',
    },
  });
}

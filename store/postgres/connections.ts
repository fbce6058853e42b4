import { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { createDriverFactory, type DriverConfiguration, type DriverFactory, InvalidInputError } from 'slonik';
import { clientOptions } from './client-options.ts';
import { parserOf } from './column-types.ts';
import { asPoolError } from './database-errors.ts';
import { watchForSilence } from './silence.ts';

/**
 * Connections of a pool to one host. The pool's default driver interprets TLS settings differently, has no
 * keep-alive, and waits for an answer without limit.
 */
export function connectionsTo(url: string): DriverFactory {
  const silence = watchForSilence(url);
  return createDriverFactory(async ({ driverConfiguration }) => ({
    createPoolClient: async ({ clientEventEmitter }) => {
      const socket = new Socket();
      const client = new Client({
        ...clientOptions(url),
        ...limitsOf(driverConfiguration),
        types: { getTypeParser: parserOf },
        stream: () => socket,
      });
      // also after its end: without a listener, a late error would end the process
      client.on('error', (error) => clientEventEmitter.emit('error', asPoolError(error)));
      return {
        async connect() {
          await client.connect();
          silence.join(socket);
        },
        end: () => client.end(),
        async query(text, values = [], { name } = {}) {
          const isAnswered = silence.waitFor(socket);
          try {
            const result = await client.query<Record<string, unknown>>({
              text,
              values,
              ...(name && { name }),
            });
            if (Array.isArray(result)) throw new InvalidInputError('several statements in one query');
            const { command, rowCount, rows, fields } = result;
            return {
              // the pool's type is narrower, and the pool does not read this member
              command: command as 'SELECT',
              rowCount,
              rows,
              fields: fields.map((field) => ({ dataTypeId: field.dataTypeID, name: field.name })),
            };
          } catch (error) {
            throw asPoolError(error, text);
          } finally {
            isAnswered();
          }
        },
        stream() {
          throw new Error('rows are read with a cursor, not streamed');
        },
      };
    },
  }));
}

function limitsOf({
  connectionTimeout,
  statementTimeout,
  idleInTransactionSessionTimeout,
}: DriverConfiguration): ClientConfig {
  const limit = (ms: number | 'DISABLE_TIMEOUT') => (ms === 'DISABLE_TIMEOUT' ? undefined : ms);
  return {
    connectionTimeoutMillis: limit(connectionTimeout),
    statement_timeout: limit(statementTimeout),
    idle_in_transaction_session_timeout: limit(idleInTransactionSessionTimeout),
  };
}

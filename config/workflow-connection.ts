import {
  Connection,
  type ConnectionOptions,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
} from '@temporalio/client';

import { refuseInTransaction } from '../store/postgres/transactions.ts';

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number];
type InterceptedCall = ReturnType<Interceptor>;

type Listener = NonNullable<Parameters<InterceptedCall['start']>[1]>;
type Status = Parameters<NonNullable<Listener['onReceiveStatus']>>[0];

/** `CANCELLED` of gRPC. */
// oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the enum is in a package that only the SDK depends on
const cancelled = 1 as Status['code'];

/**
 * A connection to the workflow service that connects at its first call. The client's retries wait on timers that
 * ignore the end of the connection: a timer that fires afterwards throws an uncaught error, which ends the process.
 * Here the call of such a timer ends as cancelled.
 */
export function openConnection(options: ConnectionOptions): Connection {
  let isClosed = false;
  const endWhenClosed: Interceptor = (call, next) => {
    refuseInTransaction('the workflow service');
    return isClosed ? cancelledCall() : (next(call) as InterceptedCall);
  };
  const connection = Connection.lazy({
    ...options,
    interceptors: [
      makeGrpcRetryInterceptor(defaultGrpcRetryOptions()),
      endWhenClosed,
      ...(options.interceptors ?? []),
    ],
  });
  const close = connection.close.bind(connection);
  connection.close = () => {
    isClosed = true;
    return close();
  };
  return connection;
}

/** A call without a server: it reports its cancellation as soon as it starts. */
function cancelledCall(): InterceptedCall {
  const call: Pick<InterceptedCall, 'start' | 'sendMessage' | 'halfClose' | 'cancelWithStatus'> = {
    start(metadata, listener) {
      listener?.onReceiveStatus?.({ code: cancelled, details: 'the connection is closed', metadata });
    },
    sendMessage: () => undefined,
    halfClose: () => undefined,
    cancelWithStatus: () => undefined,
  };
  return call as InterceptedCall;
}

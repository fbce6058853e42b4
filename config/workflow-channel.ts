/**
 * Channel arguments of clients of the workflow service. By default the pause between connection attempts grows
 * to two minutes, and publishing stayed unavailable for as long after the service had come back.
 */
export const workflowChannel = {
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
} as const;

/** The gRPC codes that our code handles specially. */
export const grpcCodes = {
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  unimplemented: 12,
  unavailable: 14,
} as const;

/** Whether a call of the workflow service failed with one of the codes. */
export function hasGrpcCode(error: unknown, ...codes: readonly number[]): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return codes.some((each) => each === code);
}

import { messageOf } from '../domain/error-text.ts';

/** The members of an error in a log, without those that drivers add, like rows and statements. */
export interface DescribedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: DescribedError;
}

const maxCauses = 5;
/** Characters: ten frames with long paths. */
const maxStack = 4_000;

/** Describes any thrown value, with its causes, for loggers. */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: messageOf(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  // all failures of the workflow engine have the same class; their type distinguishes them
  const kind = 'type' in error && typeof error.type === 'string' ? `${error.name} ${error.type}` : error.name;
  const hasCause = error.cause !== undefined && error.cause !== null && depth < maxCauses;
  return {
    type: kind,
    message: messageOf(error),
    ...(code === undefined ? {} : { code }),
    ...(error.stack === undefined ? {} : { stack: boundedStack(error.stack, error.message) }),
    ...(hasCause ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}

/** The frames of a stack, without the message at its start, which the log line already has. */
function boundedStack(stack: string, message: string): string {
  const at = message.length > maxStack ? stack.indexOf(message) : -1;
  return (at === -1 ? stack : stack.slice(at + message.length)).slice(0, maxStack);
}

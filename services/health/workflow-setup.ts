import type { ConnectionLike } from '@temporalio/client';
import protocol from '@temporalio/proto';
import { retentionDays, searchAttributes } from '../../config/temporal-settings.ts';
import { grpcCodes, hasGrpcCode } from './grpc-codes.ts';

const { IndexedValueType } = protocol.temporal.api.enums.v1;
const keyword = IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;

export type WorkflowServices = Pick<ConnectionLike, 'workflowService' | 'operatorService'>;

/**
 * Returns the missing settings of the workflow service, in sentences with the remedy.
 * @throws Error when the service is unreachable
 */
export async function findSetupProblems(
  { workflowService, operatorService }: WorkflowServices,
  namespace: string,
): Promise<string[]> {
  const problems = await findNamespaceProblem({ workflowService }, namespace);
  if (problems.length > 0) return problems;
  // without the right to list the attributes the check is skipped
  const hidden = [grpcCodes.permissionDenied, grpcCodes.unimplemented];
  const known = await unlessCode(hidden, operatorService.listSearchAttributes({ namespace }));
  if (!known) return [];
  const missing = searchAttributes.filter((name) => known.customAttributes?.[name] !== keyword);
  if (missing.length === 0) return [];
  const list = missing.join(', ');
  return [
    `Temporal lacks search attributes (Keyword) in the namespace ${namespace}: ${list}. Run rookery setup-temporal`,
  ];
}

/**
 * Returns the problem of a missing namespace, without which no worker can start.
 * @throws Error when the service is unreachable
 */
export async function findNamespaceProblem(
  { workflowService }: Pick<WorkflowServices, 'workflowService'>,
  namespace: string,
): Promise<string[]> {
  const found = await unlessCode([grpcCodes.notFound], workflowService.describeNamespace({ namespace }));
  return found ? [] : [`Temporal has no namespace ${namespace}: run rookery setup-temporal`];
}

/**
 * Sets up a server for our workflows: the namespace, its retention, the search attributes. Existing settings stay.
 * The server takes some seconds to apply them. @throws Error for an attribute of another type
 */
export async function setUpWorkflows(
  { workflowService, operatorService }: WorkflowServices,
  namespace: string,
  say: (line: string) => void,
): Promise<void> {
  const retention = { seconds: retentionDays * 86_400 };
  const found = await unlessCode([grpcCodes.notFound], workflowService.describeNamespace({ namespace }));
  if (!found) {
    const request = { namespace, workflowExecutionRetentionPeriod: retention };
    await unlessCode([grpcCodes.alreadyExists], workflowService.registerNamespace(request as object));
    say(`made the namespace ${namespace}, which keeps histories for ${retentionDays} days`);
  } else if (Number(found.config?.workflowExecutionRetentionTtl?.seconds ?? 0) < retention.seconds) {
    const config = { workflowExecutionRetentionTtl: retention };
    await workflowService.updateNamespace({ namespace, config } as object);
    say(`the namespace ${namespace} keeps histories for ${retentionDays} days from now on`);
  }
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  const other = searchAttributes.filter((name) => (customAttributes?.[name] ?? keyword) !== keyword);
  if (other.length > 0) throw new Error(`search attributes that are no Keyword: ${other.join(', ')}`);
  const missing = searchAttributes.filter((name) => customAttributes?.[name] === undefined);
  if (missing.length === 0) return;
  const types = Object.fromEntries(missing.map((name) => [name, keyword]));
  await operatorService.addSearchAttributes({ namespace, searchAttributes: types });
  say(`made the search attributes ${missing.join(', ')}`);
}

/** Undefined when the call fails with one of these codes. */
async function unlessCode<T>(expected: readonly number[], answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (hasGrpcCode(error, ...expected)) return undefined;
    throw error;
  }
}

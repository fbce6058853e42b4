import { expect, test } from 'vitest';
import { searchAttributes } from '../../config/temporal-settings.ts';
import { grpcCodes } from './grpc-codes.ts';
import { findSetupProblems, type WorkflowServices } from './workflow-setup.ts';

const failing = (code: number) => async () => {
  throw Object.assign(new Error(`gRPC says ${code}`), { code });
};
const keyword = 2;
const all = Object.fromEntries(searchAttributes.map((name) => [name, keyword]));

function servicesWith(
  customAttributes: Record<string, number> | (() => Promise<never>),
  describeNamespace: () => Promise<object> = async () => ({}),
): WorkflowServices {
  const listSearchAttributes =
    typeof customAttributes === 'function' ? customAttributes : async () => ({ customAttributes });
  // the two calls that the check makes
  return { workflowService: { describeNamespace }, operatorService: { listSearchAttributes } } as never;
}

test('a service with all settings has no problem', async () => {
  expect(await findSetupProblems(servicesWith(all), 'rookery')).toEqual([]);
});

test('a missing namespace is the only problem that is named', async () => {
  const services = servicesWith({}, failing(grpcCodes.notFound));

  expect(await findSetupProblems(services, 'rookery')).toEqual([
    'Temporal has no namespace rookery: run rookery setup-temporal',
  ]);
});

test('missing attributes, and those of another type, are named', async () => {
  const services = servicesWith({ ...all, Outcome: 1, Publisher: 3 });

  expect(await findSetupProblems(services, 'rookery')).toEqual([
    expect.stringContaining('in the namespace rookery: Publisher, Outcome. Run rookery setup-temporal'),
  ]);
});

test.each([grpcCodes.permissionDenied, grpcCodes.unimplemented])(
  'without the right to list attributes (%d) they are not checked',
  async (code) => {
    expect(await findSetupProblems(servicesWith(failing(code)), 'rookery')).toEqual([]);
  },
);

test('a service that is away is an error', async () => {
  const away = failing(grpcCodes.unavailable);

  await expect(findSetupProblems(servicesWith(all, away), 'rookery')).rejects.toThrow('gRPC says 14');
  await expect(findSetupProblems(servicesWith(away), 'rookery')).rejects.toThrow('gRPC says 14');
});

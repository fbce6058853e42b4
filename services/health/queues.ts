import type { Client } from '@temporalio/client';
import protocol from '@temporalio/proto';
import { remember } from '../../store/cache/short-cache.ts';
import { queues } from '../../workflows/definitions.ts';

const { TaskQueueType } = protocol.temporal.api.enums.v1;

export type QueueName = (typeof queues)[keyof typeof queues];

/** The role that serves a queue, as an operator starts it. */
export const roleOfQueue: Readonly<Record<QueueName, 'worker' | 'scanner' | 'engine'>> = {
  publish: 'worker',
  io: 'worker',
  maintenance: 'worker',
  imports: 'worker',
  scan: 'scanner',
  'engine-interactive': 'engine',
  'engine-review': 'engine',
};

/** The pollers of the queues, as the workflow service sees them. */
export interface QueueWatch {
  /** Processes by queue. @throws where the workflow service is away */
  served(): Promise<Readonly<Record<QueueName, number>>>;
  /** Steps that wait in each queue, as the service counts them: near enough to scale by. @throws as above */
  backlog(): Promise<Readonly<Record<QueueName, number>>>;
  /** Queues without a process. Empty where the workflow service is away: they are unknown then. */
  unserved(): Promise<readonly QueueName[]>;
}

/**
 * A worker asks for work again within a minute (the service ends a poll after 60 s): one that did not is frozen or gone. The
 * service itself forgets it after five minutes.
 */
const silentAfterMs = 75_000;
const rememberMs = 5_000;
const patienceMs = 1_500;

export function createQueueWatch(client: Client): QueueWatch {
  const ask = async (queue: QueueName) => {
    const { pollers, stats } = await client.withDeadline(Date.now() + patienceMs, () =>
      client.workflowService.describeTaskQueue({
        namespace: client.options.namespace,
        taskQueue: { name: queue },
        // workflows run on `publish`, whose worker has activities as well
        taskQueueType: TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
        reportStats: true,
      }),
    );
    const since = Date.now() - silentAfterMs;
    const alive = (pollers ?? []).filter(
      ({ lastAccessTime: at }) => Number(at?.seconds ?? 0) * 1_000 >= since,
    );
    const processes = new Set(alive.map(({ identity }) => identity)).size;
    return [queue, { processes, waiting: Number(stats?.approximateBacklogCount ?? 0) }] as const;
  };
  const observed = remember(rememberMs, () => Promise.all(Object.values(queues).map(ask)));
  const counted = async (fact: 'processes' | 'waiting') => {
    const counts = (await observed()).map(([queue, facts]) => [queue, facts[fact]] as const);
    return Object.fromEntries(counts) as Record<QueueName, number>;
  };
  const served = () => counted('processes');
  return {
    served,
    backlog: () => counted('waiting'),
    async unserved() {
      const counts = await served().catch(() => undefined);
      return Object.values(queues).filter((queue) => counts?.[queue] === 0);
    },
  };
}

/** A message for operators: the missing role, and the command that starts it. */
export function sayUnserved(queue: QueueName): string {
  const role = roleOfQueue[queue];
  return `no process serves the queue ${queue}: no ${role} has asked it for work in the last ${silentAfterMs / 1_000} s`;
}

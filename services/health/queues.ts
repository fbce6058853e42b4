import type { Client } from '@temporalio/client';
import protocol from '@temporalio/proto';
import { remember } from '../../store/cache/short-cache.ts';
import { queues } from '../../workflows/definitions.ts';

const { TaskQueueType } = protocol.temporal.api.enums.v1;

type QueueType = (typeof TaskQueueType)[keyof typeof TaskQueueType];

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

/** One process that polls a queue. */
export interface Poller {
  identity: string;
  lastSeenAt: Date;
}

export interface QueueFacts {
  /** Processes that have polled the queue lately. */
  pollers: readonly Poller[];
  /** Waiting steps, as counted by the service. */
  waiting: number;
  /** Age of the oldest waiting step; null without one. */
  oldestSeconds: number | null;
}

/** The pollers of the queues, as reported by the workflow service. */
export interface QueueWatch {
  /** Returns all facts of each queue. @throws Error when the workflow service is unreachable */
  observe(): Promise<Readonly<Record<QueueName, QueueFacts>>>;
  /** Returns the number of processes by queue. @throws as {@link observe} */
  served(): Promise<Readonly<Record<QueueName, number>>>;
  /** Returns the number of waiting steps by queue, accurate enough for scaling. @throws as {@link observe} */
  backlog(): Promise<Readonly<Record<QueueName, number>>>;
  /** Returns the queues without a process; none while the workflow service is unreachable, as they are unknown. */
  unserved(): Promise<readonly QueueName[]>;
}

/**
 * A worker polls again within a minute (the service ends a poll after 60 s): a silent one is frozen or gone. The
 * service itself lists a poller for five minutes.
 */
const silentAfterMs = 75_000;
const rememberMs = 5_000;
const patienceMs = 1_500;

export function createQueueWatch(client: Client): QueueWatch {
  const describe = async (queue: QueueName, taskQueueType: QueueType): Promise<QueueFacts> => {
    const { pollers, stats } = await client.withDeadline(Date.now() + patienceMs, () =>
      client.workflowService.describeTaskQueue({
        namespace: client.options.namespace,
        taskQueue: { name: queue },
        taskQueueType,
        reportStats: true,
      }),
    );
    const waiting = Number(stats?.approximateBacklogCount ?? 0);
    const oldest = Number(stats?.approximateBacklogAge?.seconds ?? 0);
    return { pollers: pollersOf(pollers ?? []), waiting, oldestSeconds: waiting > 0 ? oldest : null };
  };
  const ask = async (queue: QueueName) => {
    const steps = await describe(queue, TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY);
    if (queue !== queues.publish) return [queue, steps] as const;
    // workflow tasks wait in this queue as well; the same worker polls for both
    const tasks = await describe(queue, TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW);
    const oldest = [steps, tasks].flatMap(({ oldestSeconds }) => oldestSeconds ?? []);
    const oldestSeconds = oldest.length > 0 ? Math.max(...oldest) : null;
    return [queue, { ...steps, waiting: steps.waiting + tasks.waiting, oldestSeconds }] as const;
  };
  const observe = remember(rememberMs, async () => {
    const facts = await Promise.all(Object.values(queues).map(ask));
    return Object.fromEntries(facts) as Record<QueueName, QueueFacts>;
  });
  const counted = async (count: (facts: QueueFacts) => number) => {
    const counts = Object.entries(await observe()).map(([queue, facts]) => [queue, count(facts)] as const);
    return Object.fromEntries(counts) as Record<QueueName, number>;
  };
  const served = () => counted(({ pollers }) => pollers.length);
  return {
    observe,
    served,
    backlog: () => counted(({ waiting }) => waiting),
    async unserved() {
      const counts = await served().catch(() => undefined);
      return Object.values(queues).filter((queue) => counts?.[queue] === 0);
    },
  };
}

type Described = Awaited<ReturnType<Client['workflowService']['describeTaskQueue']>>['pollers'];

/** Returns one entry per process, with its latest poll. */
function pollersOf(pollers: Described): Poller[] {
  const since = Date.now() - silentAfterMs;
  const seen = new Map<string, number>();
  for (const { identity, lastAccessTime } of pollers) {
    const at = Number(lastAccessTime?.seconds ?? 0) * 1_000;
    if (at >= since) seen.set(identity ?? '', Math.max(at, seen.get(identity ?? '') ?? 0));
  }
  return [...seen].map(([identity, at]) => ({ identity, lastSeenAt: new Date(at) }));
}

/** A message for operators with the missing role and the command that starts it. */
export function sayUnserved(queue: QueueName): string {
  const role = roleOfQueue[queue];
  return `no process serves the queue ${queue}: no ${role} has asked it for work in the last ${silentAfterMs / 1_000} s`;
}

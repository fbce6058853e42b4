import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The health of a role, in the form of its gauges. */
interface WatchedState {
  isReady: boolean;
  parts: Readonly<Record<string, 'ok' | 'error' | 'disabled'>>;
}

/** A recurring job: the time of its last start, or of its creation, and its interval. */
export interface WatchedSchedule {
  name: string;
  begunAt: Date;
  everySeconds: number;
}

/** Every series this process exports. Names follow the Prometheus conventions: unit suffixes, `_total`. */
export function createMetrics(role: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ role });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  let connections: () => Record<string, number> = () => ({});
  let engine: () => Record<string, number> = () => ({});
  let queues: () => Promise<Record<string, number>> = async () => ({});
  let backlog: () => Promise<Record<string, number>> = async () => ({});
  let state: () => Promise<WatchedState> = async () => ({ isReady: false, parts: {} });
  let schedules: () => Promise<readonly WatchedSchedule[]> = async () => [];
  let searchChanges: () => Promise<number> = async () => 0;
  return {
    registry,
    httpRequests: new Histogram({
      name: 'rookery_http_request_seconds',
      help: 'Time to answer, by operation and status class',
      labelNames: ['operation', 'status'],
      buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    publishes: new Counter({
      name: 'rookery_publishes_total',
      help: 'Publishing requests by ecosystem and outcome',
      labelNames: ['ecosystem', 'outcome'],
      registers,
    }),
    activities: new Histogram({
      name: 'rookery_activity_seconds',
      help: 'Activity executions by type and outcome',
      labelNames: ['activity', 'outcome'],
      buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.5, 1, 5, 30, 120],
      registers,
    }),
    cache: new Counter({
      name: 'rookery_cache_lookups_total',
      help: 'Look-ups by cache and result',
      labelNames: ['cache', 'result'],
      registers,
    }),
    blobs: new Counter({
      name: 'rookery_blob_operations_total',
      help: 'Blob store operations by kind and result',
      labelNames: ['operation', 'result'],
      registers,
    }),
    rateLimitErrors: new Counter({
      name: 'rookery_rate_limit_errors_total',
      help: 'Calls for facts of all replicas that the memory of this process answered: Redis is away',
      registers,
    }),
    sockets: new Gauge({
      name: 'rookery_websocket_connections',
      help: 'Open WebSocket connections',
      registers,
    }),
    poolConnections: new Gauge({
      name: 'rookery_database_connections',
      help: 'Database connections by state',
      labelNames: ['state'],
      registers,
      collect() {
        for (const [state, count] of Object.entries(connections())) this.set({ state }, count);
      },
    }),
    engineThreads: new Gauge({
      name: 'rookery_engine_busy_threads',
      help: 'Threads that are searching, by what for',
      labelNames: ['kind'],
      registers,
      collect() {
        for (const [kind, count] of Object.entries(engine())) this.set({ kind }, count);
      },
    }),
    engineNodes: new Counter({
      name: 'rookery_engine_nodes_total',
      help: 'Positions looked at by finished searches, by what for',
      labelNames: ['kind'],
      registers,
    }),
    queueProcesses: new Gauge({
      name: 'rookery_queue_processes',
      help: 'Processes that take work from a queue, as the workflow service sees it; none while it is away',
      labelNames: ['queue'],
      registers,
      async collect() {
        this.reset();
        const counts = await queues().catch(() => ({}));
        for (const [queue, count] of Object.entries(counts)) this.set({ queue }, count);
      },
    }),
    queueBacklog: new Gauge({
      name: 'rookery_queue_backlog',
      help: 'Steps that wait in a queue, as the workflow service counts them; none while it is away',
      labelNames: ['queue'],
      registers,
      async collect() {
        this.reset();
        const counts = await backlog().catch(() => ({}));
        for (const [queue, count] of Object.entries(counts)) this.set({ queue }, count);
      },
    }),
    ready: new Gauge({
      name: 'rookery_ready',
      help: '1 while the process can do its work, as its /readiness says',
      registers,
      async collect() {
        const isReady = await state().then(
          (known) => known.isReady,
          () => false,
        );
        this.set(isReady ? 1 : 0);
      },
    }),
    parts: new Gauge({
      name: 'rookery_part_available',
      help: '1 while a part answers this process, 0 while it does not; parts that are not used have no series',
      labelNames: ['part'],
      registers,
      async collect() {
        this.reset();
        const { parts } = await state().catch(() => ({ parts: {} }));
        for (const [part, it] of Object.entries(parts)) {
          if (it !== 'disabled') this.set({ part }, it === 'ok' ? 1 : 0);
        }
      },
    }),
    scheduleLate: new Gauge({
      name: 'rookery_schedule_late_intervals',
      help: 'Time since a recurring job began the last time, in its intervals; none while the workflow service is away',
      labelNames: ['schedule'],
      registers,
      async collect() {
        this.reset();
        for (const { name, begunAt, everySeconds } of await schedules().catch(() => [])) {
          this.set({ schedule: name }, (Date.now() - begunAt.getTime()) / 1_000 / everySeconds);
        }
      },
    }),
    searchChanges: new Gauge({
      name: 'rookery_search_pending_changes',
      help: 'Packages that Elasticsearch has yet to be told of, as a worker counts them; 0 where the database is searched',
      registers,
      async collect() {
        this.set(await searchChanges().catch(() => 0));
      },
    }),
    /** The source of the gauge of pending changes, read at each scrape. */
    watchSearchChanges(read: () => Promise<number>): void {
      searchChanges = read;
    },
    /** The source of the gauges of readiness and of parts, read at each scrape. */
    watchState(read: () => Promise<WatchedState>): void {
      state = read;
    },
    /** The source of the gauge of schedules, read at each scrape. */
    watchSchedules(read: () => Promise<readonly WatchedSchedule[]>): void {
      schedules = read;
    },
    /** The sources of the gauges of queues, read at each scrape. */
    watchQueues(watch: Record<'served' | 'backlog', () => Promise<Record<string, number>>>): void {
      queues = watch.served;
      backlog = watch.backlog;
    },
    /** The source of the gauge of busy threads, read at each scrape. */
    watchEngine(read: () => Record<string, number>): void {
      engine = read;
    },
    /** The source of the connection gauge, read at each scrape. */
    watchConnections(read: () => Record<string, number>): void {
      connections = read;
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

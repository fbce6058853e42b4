import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { aliveEveryMs, watchLiveness } from './liveness.ts';
import { countCrash, pauseMs } from './backoff.ts';
import type { ProcessBook } from './orphan-processes.ts';
import type { Log } from './log.ts';

const keptLines = 20;
/** A part with so many crashes in a row while the platform starts is given up. */
const hopelessCrashes = 4;

export interface Launch {
  file: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
  cwd?: string;
}

export interface ServiceSpec {
  name: string;
  /** Called for every start and restart: clears remains of a crash, then returns the command to run. */
  launch(): Promise<Launch>;
  stopSignal: 'SIGTERM' | 'SIGINT';
  /** Sent when the part did not stop in time. */
  lastSignal: 'SIGKILL' | 'SIGQUIT';
  stopMs: number;
  /** One of ours: gets a channel that closes when the supervisor dies. */
  isOurs: boolean;
  /** The interval between reports of our servers that their loop turns; for tests. */
  aliveEveryMs?: number;
  /** Lines that are worth showing; all are kept for a crash report. */
  shows(line: string): boolean;
}

export interface Service {
  name: string;
  start(): Promise<void>;
  /** Asks it to stop, insists after its time, resolves when it is gone. Never rejects. */
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
  /** @throws Error with its last lines when it keeps crashing */
  assertHopeful(): void;
}

/** A child process that is started again, after a growing pause, whenever it ends by itself. */
export function createService(spec: ServiceSpec, log: Log, book: ProcessBook): Service {
  const recent: string[] = [];
  let child: ChildProcess | undefined;
  let ended: Promise<void> = Promise.resolve();
  let restart: NodeJS.Timeout | undefined;
  let crashes = 0;
  let isStopping = false;

  function see(line: string): void {
    recent.push(line);
    if (recent.length > keptLines) recent.shift();
    // Messages of a server about lost connections while all stop are noise.
    const isNoise = isStopping && !spec.isOurs;
    if (!isNoise && spec.shows(line)) log.line(spec.name, line);
  }

  async function start(): Promise<void> {
    const launch = await spec.launch();
    if (isStopping) return;
    const started = Date.now();
    const running = spawnLaunch(spec, launch);
    child = running;
    for (const stream of [running.stdout, running.stderr]) {
      if (stream !== null) createInterface({ input: stream }).on('line', see);
    }
    if (spec.isOurs) {
      const onSilence = (silentMs: number) => {
        log.say(`${spec.name} has not answered for ${silentMs / 1_000} s: ending it`);
        endGroup(running);
      };
      watchLiveness(running, { everyMs: spec.aliveEveryMs ?? aliveEveryMs, onSilence });
    }
    if (running.pid !== undefined) book.add(spec.name, running.pid, spec.stopSignal);
    ended = new Promise((resolve) => {
      const end = (why: string) => {
        child = undefined;
        // children with untrusted work may be too busy to notice that it is gone
        if (spec.isOurs) endGroup(running);
        if (running.pid !== undefined) book.remove(running.pid);
        resolve();
        if (!isStopping) recover(why, Date.now() - started);
      };
      running.once('error', (error) => running.pid === undefined && end(error.message));
      running.once('exit', (code, signal) => end(signal === null ? `exit code ${code}` : signal));
    });
  }

  function recover(why: string, livedMs: number): void {
    crashes = countCrash(crashes, livedMs);
    const pause = pauseMs(crashes);
    log.say(`${spec.name} ended (${why}); starting it again in ${pause} ms`);
    restart = setTimeout(() => {
      start().catch((error: unknown) => recover(error instanceof Error ? error.message : String(error), 0));
    }, pause);
  }

  async function stop(): Promise<void> {
    isStopping = true;
    clearTimeout(restart);
    if (child === undefined) return;
    child.kill(spec.stopSignal);
    const insist = setTimeout(() => {
      log.say(`${spec.name} did not stop in ${spec.stopMs / 1000} s: ending it`);
      child?.kill(spec.lastSignal);
    }, spec.stopMs);
    await ended;
    clearTimeout(insist);
  }

  return {
    name: spec.name,
    start,
    stop,
    kill() {
      isStopping = true;
      clearTimeout(restart);
      child?.kill(spec.lastSignal);
    },
    assertHopeful() {
      if (crashes < hopelessCrashes) return;
      throw new Error(`${spec.name} does not start. Its last lines:\n${recent.join('\n')}`);
    },
  };
}

/** A part and its children: it leads a group of its own. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // all of them are gone
  }
}

function spawnLaunch(spec: ServiceSpec, launch: Launch): ChildProcess {
  return spawn(launch.file, launch.args, {
    env: launch.env,
    // Its own process group: Ctrl-C in a terminal reaches only the supervisor, which stops parts in order.
    detached: true,
    stdio: spec.isOurs ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
    ...(launch.cwd === undefined ? {} : { cwd: launch.cwd }),
    ...(launch.uid === undefined ? {} : { uid: launch.uid }),
    ...(launch.gid === undefined ? {} : { gid: launch.gid }),
  });
}

import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { aliveEveryMs, watchLiveness } from './liveness.ts';
import { countCrash, pauseMs } from './backoff.ts';
import type { ProcessBook } from './orphan-processes.ts';
import type { Log } from './log.ts';

const keptLines = 20;
/** A part with this number of crashes in a row during the start of the platform is given up. */
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
  /** Sent if the part did not stop in time. */
  lastSignal: 'SIGKILL' | 'SIGQUIT';
  stopMs: number;
  /** Whether the part is a server of the platform: it gets a channel that closes when the supervisor ends. */
  isOurs: boolean;
  /** The interval between the liveness reports of the platform's servers; for tests. */
  aliveEveryMs?: number;
  /** Whether a line is shown; all lines are kept for a crash report. */
  shows(line: string): boolean;
}

export interface Service {
  name: string;
  start(): Promise<void>;
  /** Sends the stop signal, after a timeout the last signal; resolves when the part has ended. Never rejects. */
  stop(): Promise<void>;
  /** Ends the part at once. */
  kill(): void;
  /** @throws Error with the last lines of the part if it keeps crashing */
  assertHopeful(): void;
}

/** A child process that is restarted after every unexpected end, with a growing pause. */
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
    // Messages about lost connections are noise while a third-party server stops.
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
        // children with untrusted work may be too busy to notice the end of their parent
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

/** Ends a part and its children: the part leads a process group. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // all processes of the group have ended
  }
}

function spawnLaunch(spec: ServiceSpec, launch: Launch): ChildProcess {
  return spawn(launch.file, launch.args, {
    env: launch.env,
    // A separate process group: Ctrl-C in a terminal reaches only the supervisor, which stops parts in order.
    detached: true,
    stdio: spec.isOurs ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
    ...(launch.cwd === undefined ? {} : { cwd: launch.cwd }),
    ...(launch.uid === undefined ? {} : { uid: launch.uid }),
    ...(launch.gid === undefined ? {} : { gid: launch.gid }),
  });
}

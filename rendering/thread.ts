import { parentPort } from 'node:worker_threads';
import { messageOf } from '../domain/error-text.ts';
import { RenderFailure } from '../domain/render-failure.ts';
import type { EcosystemId } from '../domain/ecosystem-id.ts';
import { createEcosystems } from '../ecosystems/index.ts';
import type { PackageTask } from './input.ts';
import { type PartsTask, renderParts } from './parts.ts';
import { planDocuments, type PlanTask } from './plan.ts';
import { type DocumentsTask, renderDocuments, renderEntry } from './task.ts';
import { renderWide, type WideTask } from './wide.ts';

const ecosystems = createEcosystems();

export type ThreadTask =
  | { kind: 'documents'; baseUrl: string; task: DocumentsTask; maxOutputBytes: number }
  | { kind: 'plan'; baseUrl: string; task: PlanTask }
  | { kind: 'parts'; baseUrl: string; task: PartsTask; maxOutputBytes: number }
  | { kind: 'wide'; baseUrl: string; task: WideTask; maxOutputBytes: number }
  | { kind: 'entry'; baseUrl: string; task: PackageTask };

export interface Numbered {
  /** Reported by the thread when it begins: before that, the thread was starting or the task was waiting. */
  id: number;
  asked: ThreadTask;
}

/** Errors travel as data: a thread could throw anything. */
export type ThreadAnswer<Result> =
  | { isDone: true; result: Result }
  | { isDone: false; problem: 'too_large' | 'broken'; message: string };

/** The function of a Piscina thread. */
export function renderInThread({ id, asked }: Numbered): ThreadAnswer<unknown> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
  parentPort?.postMessage(id);
  try {
    return { isDone: true, result: render(asked) };
  } catch (error) {
    const problem = error instanceof RenderFailure && error.problem === 'too_large' ? 'too_large' : 'broken';
    return { isDone: false, problem, message: messageOf(error) };
  }
}

function render(asked: ThreadTask): unknown {
  const { baseUrl } = asked;
  const ecosystem = ecosystems.get(asked.task.package.ecosystem satisfies EcosystemId);
  switch (asked.kind) {
    case 'documents':
      return renderDocuments(ecosystem, baseUrl, asked.task, asked.maxOutputBytes);
    case 'plan':
      return planDocuments(ecosystem, baseUrl, asked.task);
    case 'parts':
      return renderParts(ecosystem, baseUrl, asked.task, asked.maxOutputBytes);
    case 'wide':
      return renderWide(ecosystem, baseUrl, asked.task, asked.maxOutputBytes);
    case 'entry':
      return renderEntry(ecosystem, baseUrl, asked.task);
    default:
      return asked satisfies never;
  }
}

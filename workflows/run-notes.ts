import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';

const outcomeKey = defineSearchAttributeKey('Outcome', 'KEYWORD');

/** Adds a line to the operators' notes of a run. */
export type Note = (line: string) => void;

export function takeNotes(): Note {
  const log: string[] = [];
  return (line) => {
    log.push(`- ${new Date().toISOString().slice(11, 23)} ${line}`);
    setCurrentDetails(log.join('\n'));
  };
}

/** Records how a run ended, for operators and for the filter of the workflow list. */
export function finish(outcome: string, note: Note): void {
  note(outcome);
  upsertSearchAttributes([{ key: outcomeKey, value: outcome }]);
}

import { defineSearchAttributeKey, type SearchAttributePair } from '@temporalio/common';
import type { PublishInput } from './definitions.ts';

const jobKind = defineSearchAttributeKey('JobKind', 'KEYWORD');
const ecosystem = defineSearchAttributeKey('Ecosystem', 'KEYWORD');
const packageName = defineSearchAttributeKey('PackageName', 'KEYWORD');
const publisher = defineSearchAttributeKey('Publisher', 'KEYWORD');

/** Attributes by which operators find a publish in the workflow list. Never secrets: they are stored in the clear. */
export function publishAttributes(
  input: Pick<PublishInput, 'ecosystem' | 'name' | 'publisher'>,
  kind: 'publish_release' | 'hold_release' | 'attach_file' = 'publish_release',
): SearchAttributePair[] {
  return [
    { key: jobKind, value: kind },
    { key: ecosystem, value: input.ecosystem },
    { key: packageName, value: input.name },
    { key: publisher, value: input.publisher },
  ];
}

export function jobAttributes(kind: string): SearchAttributePair[] {
  return [{ key: jobKind, value: kind }];
}

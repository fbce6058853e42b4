import type { Registry } from './registry.ts';

/** A requirement of the specification with its level: a broken MUST breaks clients, a broken SHOULD annoys users. */
export interface Case {
  level: 'MUST' | 'SHOULD' | 'MAY';
  title: string;
  run(registry: Registry): Promise<void>;
}

export function must(title: string, run: Case['run']): Case {
  return { level: 'MUST', title, run };
}

export function should(title: string, run: Case['run']): Case {
  return { level: 'SHOULD', title, run };
}

/** Optional in the specification; this registry supports it. */
export function may(title: string, run: Case['run']): Case {
  return { level: 'MAY', title, run };
}

import type { VNode } from './preact.d.ts';

/** The part of preact-render-to-string that the server uses. */
export function renderToString(node: VNode): string;

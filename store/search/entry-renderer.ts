import type { Rendering, RenderingLimits } from '../postgres/documents/rendering.ts';

export interface RenderedEntry {
  facets: string[];
  fields: Record<string, string[]>;
  payload: Record<string, unknown>;
}

/** The ecosystem's pure part, injected so that the store depends on no protocol. */
export interface EntryRenderer extends RenderingLimits {
  /** @throws RenderFailure */
  entry(rendering: Rendering): Promise<RenderedEntry>;
}

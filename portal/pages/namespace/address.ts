import { type PageContext, pathOf } from '../../page.ts';

/** The page itself, where its forms lead back to. */
export function namespacePath({ params }: PageContext): string {
  return pathOf('namespaces', params['id'] ?? '');
}

import { type PageContext, pathOf } from '../../page.ts';

/** The address of the page, to which its forms lead back. */
export function namespacePath({ params }: PageContext): string {
  return pathOf('namespaces', params['id'] ?? '');
}

/**
 * The part of preact that the server uses. The declarations of the package include the types of browsers, and
 * `document` would be a name that all code knows.
 */
export interface VNode {
  readonly type: unknown;
  readonly props: object;
}

export type ComponentChildren =
  | VNode
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly ComponentChildren[];

export function h(type: string, props: object | null, ...children: ComponentChildren[]): VNode;
/** A component: called when the page is rendered, after the content around it was made. */
export function h<Props extends object>(component: (props: Props) => VNode, props: Props): VNode;

/**
 * The part of preact that pages use. The declarations of the package include the types of browsers, and
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

/** In browsers: draws into an element; a second call changes only the differences. */
export function render(node: VNode, into: object): void;

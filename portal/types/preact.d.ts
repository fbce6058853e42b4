/**
 * The part of preact that pages use. The package's own declarations include the browser types, which would make
 * `document` a known name in server code.
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
/** `component` is called when the page is rendered, after its surrounding content was created. */
export function h<Props extends object>(component: (props: Props) => VNode, props: Props): VNode;

/** In browsers: draws into an element; a second call changes only the differences. */
export function render(node: VNode, into: object): void;

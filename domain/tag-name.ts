const shape = /^[A-Za-z_][\w.-]{0,127}$/;
/** Names that clients interpret as a version range: `v1`, `x`, `x.2`. */
const range = /^(?:v\d|[vx](?:\.|$))/i;

/** Whether every protocol with tags accepts this name as a tag. */
export function isTagName(name: string): boolean {
  return shape.test(name) && !range.test(name);
}

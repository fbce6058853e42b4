/** Members of events that name a process or a machine; replay does not read them. */
const identities = new Set(['identity', 'workerInstanceKey', 'binaryChecksum']);

/** The same history without names of the machine and the folders where it was recorded. */
export function neutral(value: unknown, recorder: { host: string; root: string }): unknown {
  if (Array.isArray(value)) return value.map((entry) => neutral(entry, recorder));
  if (typeof value === 'string') {
    // with its @, which no encoded payload has
    return value.replaceAll(recorder.root, '/rookery').replaceAll(`@${recorder.host}`, '@recorder');
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      if (identities.has(key)) return [key, 'recorder'];
      if (key === 'stackTrace') return [key, ''];
      return [key, neutral(entry, recorder)];
    }),
  );
}

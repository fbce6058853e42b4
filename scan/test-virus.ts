/** Split in two so that no virus scanner reports this source file as infected. */
const parts = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'] as const;

/** The harmless file that every virus scanner reports, so that operators can try the alarm. */
export function isTestVirus(head: Buffer): boolean {
  const signature = parts.join('');
  return head.toString('latin1', 0, signature.length) === signature;
}

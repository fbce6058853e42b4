/** Split in two so that no virus scanner reports this source file as infected. */
const parts = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'] as const;

/** Whether a file is the harmless test file that every virus scanner reports: operators can test the alarm with it. */
export function isTestVirus(head: Buffer): boolean {
  const signature = parts.join('');
  return head.toString('latin1', 0, signature.length) === signature;
}

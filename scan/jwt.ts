/** Whether a string in JWT form has real claims and is not the well-known tutorial token. */
export function jwtIsReal(token: string): boolean {
  const [header, payload] = token.split('.', 2).map(decodedPart);
  if (header === undefined || payload === undefined) return false;
  const isSigned = typeof header['alg'] === 'string' && header['alg'].toLowerCase() !== 'none';
  const hasClaims = ['exp', 'iat', 'iss', 'sub', 'aud', 'jti'].some((claim) => claim in payload);
  return isSigned && hasClaims && payload['sub'] !== '1234567890';
}

function decodedPart(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

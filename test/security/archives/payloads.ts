import { crc32 } from 'node:zlib';
import { generateKeyPairSync } from 'node:crypto';
import { zip } from './zip-bytes.ts';
import { matryoshka, nestedGzipBomb, nestedZipBomb } from './bombs.ts';

/** A well-formed file that no registry should make public. */
export interface Payload {
  kind: string;
  file: string;
  body: Buffer;
}

// All credentials are invented and joined from parts, so that no scanner reports this file.
const awsId = ['AKIA', 'Q3EGTZ5VJWKR2MHX'].join('');
const awsSecret = ['k9Xw2Lr7Qe/4ZpVb', '1Tn+8Ys6Gd3Hf5Jm0RuCaXq7'].join('');
const github = ['ghp_', 'q8ZtR2mW6xKp4VbN9cLd3HsJ7gFy5TaE1uQo'].join('');

export const eicar = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*\n'].join(''),
);

/** The digits of a token of this registry. */
const ownDigits = `pub_${'5d41c02a9b7e6f38'.repeat(4)}`;
export const ownToken = ownDigits + crc32(ownDigits).toString(16).padStart(8, '0');

export function payloads(): Payload[] {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
  return [
    { kind: 'eicar', file: 'src/data.txt', body: eicar },
    { kind: 'eicar in a nested zip', file: 'src/data.zip', body: zip([{ name: 'a.txt', body: eicar }]) },
    { kind: 'nested gzip bomb', file: 'src/data.gz', body: nestedGzipBomb() },
    { kind: 'nested zip bomb', file: 'src/data.zip', body: nestedZipBomb() },
    { kind: 'archives nested too deep', file: 'src/data.zip', body: matryoshka(6) },
    { kind: 'own token', file: 'src/config.txt', body: Buffer.from(`token = "${ownToken}"\n`) },
    {
      kind: 'aws key pair',
      file: 'src/aws.txt',
      body: Buffer.from(`id = ${awsId}\naws_secret = "${awsSecret}"\n`),
    },
    { kind: 'github token', file: 'src/ci.txt', body: Buffer.from(`GITHUB_TOKEN=${github}\n`) },
    { kind: 'private key', file: 'src/key.txt', body: Buffer.from(pem) },
  ];
}

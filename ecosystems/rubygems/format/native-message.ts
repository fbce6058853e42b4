import { sha256Hex } from '../../../domain/digest.ts';
import type { NativeMessage, WebhookInput } from '../../traits.ts';
import { GemMetadata } from './metadata.ts';
import { presentGem } from './present-gem.ts';

/** The gem in the API's form, with the digest by which receivers authenticate the sender. */
export function nativeMessage({ package: gem, release, secret, ...around }: WebhookInput): NativeMessage {
  const { number } = GemMetadata.pick({ number: true }).parse(release.metadata);
  return {
    headers: { authorization: sha256Hex(`${gem.name}${number}${secret}`) },
    body: JSON.stringify(presentGem(gem, release, around)),
  };
}

import { sha256Hex } from '../../../domain/digest.ts';
import type { NativeMessage, WebhookInput } from '../../traits.ts';
import { GemMetadata } from './metadata.ts';
import { presentGem } from './present-gem.ts';

/** The gem as its page in the API has it, with the digest by which receivers know who sends it. */
export function nativeMessage({ package: gem, release, secret, ...around }: WebhookInput): NativeMessage {
  const { number } = GemMetadata.pick({ number: true }).parse(release.metadata);
  return {
    headers: { authorization: sha256Hex(`${gem.name}${number}${secret}`) },
    body: JSON.stringify(presentGem(gem, release, around)),
  };
}

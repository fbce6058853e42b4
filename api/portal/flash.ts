import { z } from 'zod';
import type { RotatingSecrets } from '../../config/secrets.ts';
import type { Flash } from '../../portal/page.ts';
import { createSecretBox } from '../../services/secret-box.ts';

const Sealed = z.object({
  notice: z.string(),
  english: z.string().exactOptional(),
  secret: z.string().exactOptional(),
  data: z.record(z.string(), z.string()).exactOptional(),
});

/** A message that the next page shows once, sealed in a cookie of the reader: it may contain a new token. */
export interface FlashBox {
  seal(flash: Flash, holder: string): string;
  /** Undefined for a flash of another reader or a changed text. */
  open(sealed: string, holder: string): Flash | undefined;
}

export function createFlashBox(secrets: RotatingSecrets): FlashBox {
  const box = createSecretBox(secrets, 'flash');
  return {
    seal: (flash, holder) => box.seal(JSON.stringify(flash), holder).toString('base64url'),
    open(sealed, holder) {
      try {
        return Sealed.parse(JSON.parse(box.open(Buffer.from(sealed, 'base64url'), holder)));
      } catch {
        return undefined;
      }
    },
  };
}

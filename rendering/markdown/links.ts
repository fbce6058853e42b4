/** The base of relative addresses in a text. */
export interface LinkBase {
  /** Address of all files, with a slash at its end; null where there are none to link to. */
  files: string | null;
  /** Folder of the text among them, with a slash at its end; empty at the top. */
  folder?: string;
  /** Added to the address of an image, so that its bytes are sent. */
  imageSuffix: string;
}

/** Anchors of a text get this in front: the page has ids of its own. */
export const anchorPrefix = 'text-';

const webAddress = /^(?:https?:)?\/\//i;
const hasScheme = /^[a-z][a-z\d+.-]*:/i;
const shownImages = /\.(?:png|jpe?g|gif|webp)$/i;

/** The address of a link; undefined where it leads nowhere that a browser may go. */
export function linkTarget(href: string, base: LinkBase): string | undefined {
  const address = href.trim();
  if (address.startsWith('#')) return `#${anchorPrefix}${address.slice(1)}`;
  if (webAddress.test(address)) return URL.canParse(address, 'https://x.invalid') ? address : undefined;
  if (/^mailto:/i.test(address)) return address;
  if (hasScheme.test(address)) return undefined;
  return inFolder(address, base);
}

/** The address of an image of the archive; undefined for any other, which is shown as a link. */
export function imageSource(src: string, base: LinkBase): string | undefined {
  const address = src.trim();
  if (
    webAddress.test(address) ||
    hasScheme.test(address) ||
    !shownImages.test(address.split(/[?#]/, 1)[0] ?? '')
  ) {
    return undefined;
  }
  const inside = inFolder(address.split(/[?#]/, 1)[0] ?? '', base);
  return inside === undefined ? undefined : `${inside}${base.imageSuffix}`;
}

/** Whether the address leads to another site. */
export const isForeign = (address: string) => webAddress.test(address.trim());

/** A path below the folder of the archive, and never outside of it. */
function inFolder(address: string, { files, folder = '' }: LinkBase): string | undefined {
  if (files === null || address === '') return undefined;
  const [path = '', fragment] = address.split('#', 2);
  const origin = 'https://x.invalid';
  const resolved = URL.parse(path, `${origin}/${folder}`);
  if (!resolved || resolved.origin !== origin) return undefined;
  return `${files}${resolved.pathname.slice(1)}${fragment === undefined ? '' : `#${fragment}`}`;
}

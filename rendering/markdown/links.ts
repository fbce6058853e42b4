/** The base of relative addresses in a text. */
export interface LinkBase {
  /** Address of all files, with a trailing slash; null if there are no files to link to. */
  files: string | null;
  /** Folder of the text among the files, with a trailing slash; empty at the top. */
  folder?: string;
  /** Appended to the address of an image, so that the answer has its bytes. */
  imageSuffix: string;
}

/** Prefix of the anchors of a text: the page has its own ids. */
export const anchorPrefix = 'text-';

const webAddress = /^(?:https?:)?\/\//i;
const hasScheme = /^[a-z][a-z\d+.-]*:/i;
const shownImages = /\.(?:png|jpe?g|gif|webp)$/i;

/** The address of a link; undefined for an unsafe or invalid address. */
export function linkTarget(href: string, base: LinkBase): string | undefined {
  const address = href.trim();
  if (address.startsWith('#')) return `#${anchorPrefix}${address.slice(1)}`;
  if (webAddress.test(address)) return URL.canParse(address, 'https://x.invalid') ? address : undefined;
  if (/^mailto:/i.test(address)) return address;
  if (hasScheme.test(address)) return undefined;
  return inFolder(address, base);
}

/** The address of an image in the archive; undefined for any other image, which is shown as a link. */
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

/** A path below the folder of the archive, never outside of the folder. */
function inFolder(address: string, { files, folder = '' }: LinkBase): string | undefined {
  if (files === null || address === '') return undefined;
  const [path = '', fragment] = address.split('#', 2);
  const origin = 'https://x.invalid';
  const resolved = URL.parse(path, `${origin}/${folder}`);
  if (!resolved || resolved.origin !== origin) return undefined;
  return `${files}${resolved.pathname.slice(1)}${fragment === undefined ? '' : `#${fragment}`}`;
}

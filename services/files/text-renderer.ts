/** The base of relative links in a text. */
export interface TextBase {
  /** Address of the files of the archive, with a slash at its end; null when there are no files to link to. */
  files: string | null;
  /** Folder of the text in the archive, with a slash at its end; empty at the top. */
  folder?: string;
  /** Appended to the address of an image, so that its raw bytes are sent. */
  imageSuffix: string;
}

/** A part of the platform: converts texts of publishers to safe HTML, within limits of time and memory. */
export interface TextRenderer {
  /** Null when rendering takes too much time or memory: the text is then shown as plain text. */
  markdown(text: string, base: TextBase): Promise<string | null>;
  /** Highlighted and escaped code; null as above, and for an unknown language. */
  code(text: string, language: string): Promise<string | null>;
}

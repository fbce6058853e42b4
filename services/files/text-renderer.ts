/** The base of relative links in a text. */
export interface TextBase {
  /** Address of all files of its archive, with a slash at its end; null where there are none to link to. */
  files: string | null;
  /** Folder of the text among them, with a slash at its end; empty at the top. */
  folder?: string;
  /** Added to the address of an image, so that its bytes are sent. */
  imageSuffix: string;
}

/** A part of the platform: texts of publishers as HTML that is safe on a page, made within bounds of time and memory. */
export interface TextRenderer {
  /** Null where the text takes too long or too much memory: it is then shown as plain text. */
  markdown(text: string, base: TextBase): Promise<string | null>;
  /** Code with classes of its language, escaped; null as above, and where the language is not known. */
  code(text: string, language: string): Promise<string | null>;
}

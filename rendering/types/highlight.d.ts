/** The used part of highlight.js: its own declarations include browser types. */
export type Language = (hljs: unknown) => object;

interface Highlighter {
  registerLanguage(name: string, language: Language): void;
  getLanguage(name: string): object | undefined;
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
}

declare const hljs: Highlighter;
// oxlint-disable-next-line import/no-default-export -- it is the package's
export default hljs;

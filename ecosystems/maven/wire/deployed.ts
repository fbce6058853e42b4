/** The outcome of a file; a warning appears in the log of the build tool. */
export interface Deployed {
  status: 200 | 201 | 202;
  warning?: string;
}

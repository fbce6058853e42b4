/** The end of a scan of a part; earlier findings count. `why` ends a sentence about the part. */
export class PartStop extends Error {
  /** `hidden`: the part is built to keep scanners from its content. `unsupported`: there is no decoder for it. */
  readonly kind: 'unreadable' | 'unsupported' | 'limit' | 'hidden';

  constructor(why: string, kind: PartStop['kind']) {
    super(why);
    this.name = 'PartStop';
    this.kind = kind;
  }
}

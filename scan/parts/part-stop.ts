/** The end of a scan of a part; findings until then count. `why` ends a sentence about the part. */
export class PartStop extends Error {
  /** `hidden`: it is made to keep scanners from its content. `unsupported`: no decoder here can read it. */
  readonly kind: 'unreadable' | 'unsupported' | 'limit' | 'hidden';

  constructor(why: string, kind: PartStop['kind']) {
    super(why);
    this.name = 'PartStop';
    this.kind = kind;
  }
}

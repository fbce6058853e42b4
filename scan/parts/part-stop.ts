/** Looking through a part ends here; what was found until then counts. `why` ends a sentence about the part. */
export class PartStop extends Error {
  /** `hidden`: it is made so that nothing gets to what is inside. `unsupported`: no decoder here gets along with it. */
  readonly kind: 'unreadable' | 'unsupported' | 'limit' | 'hidden';

  constructor(why: string, kind: PartStop['kind']) {
    super(why);
    this.name = 'PartStop';
    this.kind = kind;
  }
}

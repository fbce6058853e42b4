/** Looking through a part ends here; what was found until then counts. `why` ends a sentence about the part. */
export class PartStop extends Error {
  /** `hidden`: it is made so that nobody gets to what is inside. */
  readonly kind: 'unreadable' | 'limit' | 'hidden';

  constructor(why: string, kind: PartStop['kind']) {
    super(why);
    this.name = 'PartStop';
    this.kind = kind;
  }
}

/** Looking through a part ends here; what was found until then counts. `why` ends a sentence about the part. */
export class PartStop extends Error {
  readonly kind: 'unreadable' | 'limit';

  constructor(why: string, kind: PartStop['kind']) {
    super(why);
    this.name = 'PartStop';
    this.kind = kind;
  }
}

/** Size of the network. Plain numbers: the trainer reads them too. */
/** Values in the hidden layer, per view. */
export const netHidden = 192;
/** Values in the second hidden layer; four vectors of `net-second.ts`. */
export const netUnits = 16;
/** Terms of `piece-activity.ts` that are added to the output, weighed by number of men. */
export const netTerms = 3;
/** Groups of positions by number of men; each has its own outputs and second layer. */
export const netBuckets = 8;
/** Inputs and bias of the hidden layer, and its direct weights to the outputs: 16-bit integers. */
export const netWords = (768 + 1 + 2 * netBuckets) * netHidden;
/** The outputs' bias and weights of terms, 32-bit integers. */
export const netOutputNumbers = netBuckets * (1 + netTerms);
/** The bytes from the hidden layer to the second. */
export const netSecondBytes = netBuckets * 2 * netHidden * netUnits;
/** Its bias, 32-bit integers, and its weights to the outputs, 32-bit floats. */
export const netSecondNumbers = netBuckets * netUnits;
/** Bytes of the whole file. */
export const netBytes = netWords * 2 + netOutputNumbers * 4 + netSecondBytes + netSecondNumbers * 8;

/** Size of the network. Plain numbers: the trainer reads them too. */
/** Values in the hidden layer, per view. */
export const netHidden = 192;
/** Terms of `activity.ts` that are added to the output, weighed by number of men. */
export const netTerms = 3;

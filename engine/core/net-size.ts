/** Size of the network. Plain numbers: the trainer reads them too. */
/** Values in the hidden layer, per view. */
export const netHidden = 128;

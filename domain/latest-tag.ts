/** The tag that says which release people get who ask for none, where an ecosystem has tags. */
export const latestTag = 'latest';

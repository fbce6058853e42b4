/** The tag of the default release, where an ecosystem has tags. */
export const latestTag = 'latest';

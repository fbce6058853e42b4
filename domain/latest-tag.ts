/** The tag of the default release, in ecosystems with tags. */
export const latestTag = 'latest';

export const en = {
  'publishing.title': 'Publish a package',
};

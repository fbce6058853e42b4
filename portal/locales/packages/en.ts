export const en = {
  'packages.readme': 'Readme',
};

export const en = {
  'organizations.sections': 'Sections of the organization',
  'organizations.overview': 'Overview',
  'organizations.members': 'Members',
  'organizations.teams': 'Teams',
  'organizations.namespaces': 'Namespaces',
  'organizations.repositories': 'Repositories',
  'organizations.security': 'Security',
  'organizations.policy': 'Policy',
  'organizations.tokens': 'Tokens',
  'organizations.publishers': 'Publishers',
  'organizations.webhooks': 'Webhooks',
  'organizations.audit': 'Audit',
  'organizations.access': 'Access history',
  'organizations.settings': 'Settings',
  'organizations.no_repositories':
    'There are no repositories that you may see. Packages are published into a repository.',
  'organizations.no_namespaces':
    'The organization holds no namespaces. A claim keeps others from creating packages in it.',
  'organizations.new_text': 'You own it. Then you invite members, form teams and give them rights.',
  'organizations.slug_hint':
    'Part of its address, and never given to another account. Lower-case letters, digits and hyphens.',
};

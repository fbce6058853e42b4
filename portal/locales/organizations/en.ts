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
  'organizations.directory_is_private':
    'The directory is private: only people who manage the organization see its members.',
  'organizations.since': 'Member since',
  'organizations.change_role': 'Change role',
  'organizations.remove': 'Remove',
  'organizations.role_changed': '{name} has the role {role} now.',
  'organizations.member_removed': '{name} is no longer a member.',
  'organizations.invite_title': 'Invite a person',
  'organizations.invite_hint':
    'The person decides at /account/invitations. An address is invited whether it has an account or not.',
  'organizations.invite': 'Invite',
  'organizations.open_invitations': 'Open invitations',
  'organizations.no_address': 'this is no e-mail address',
  'organizations.invited': '{name} is invited.',
  'organizations.already_member': 'is a member already',
  'organizations.already_invited': 'has an open invitation already',
  'organizations.invitation_revoked': 'The invitation is revoked.',
  'organizations.no_teams':
    'There are no teams. A team has members and rights on packages, repositories and namespaces.',
  'organizations.create_team': 'Create team',
  'organizations.team_name': 'Team name',
  'organizations.team_created': 'The team {name} is created.',
  'organizations.team_deleted': 'The team {name} is deleted.',
  'organizations.delete_team_text':
    'Its members lose the rights that the team has. They stay members of the organization.',
  'organizations.empty_team': 'The team has no members. Members of the organization can be added.',
  'organizations.add_member': 'Add member',
  'organizations.no_member': 'is not a member of the organization',
  'organizations.in_team': '{name} is in the team.',
  'organizations.out_of_team': '{name} is no longer in the team.',
  'organizations.rights': 'Access',
  'organizations.access_to': 'Access to',
  'organizations.permission': 'Permission',
  'organizations.permission_hint':
    'It is added to what the team has there. Each permission includes reading.',
  'organizations.no_rights': 'The team has no rights on packages, repositories or namespaces.',
  'organizations.nothing_to_grant':
    'The organization has no packages, repositories or namespaces that a team can have rights on.',
  'organizations.access_granted': 'The access is granted.',
  'organizations.access_withdrawn': 'The access is withdrawn.',
  'organizations.private_directory': 'Private directory',
  'organizations.private_directory_hint': 'Only people who manage the organization see its members then.',
  'organizations.mfa_required': 'MFA required',
  'organizations.mfa_required_hint':
    'Members without a second factor change nothing of the organization then.',
  'organizations.minimum_age': 'Minimum age of releases in hours',
  'organizations.minimum_age_hint': 'Others see a release so long after it came. Empty or 0: at once.',
  'organizations.transfer_text':
    'Makes another member the owner. You become an administrator, and only the new owner can give it back.',
  'organizations.new_owner': 'New owner',
  'organizations.new_owner_hint': 'The username of a member.',
  'organizations.transferred': '{name} owns the organization now.',
  'organizations.delete_text':
    'The organization {slug} ends, with its teams and invitations. Its slug is never free again; the audit log stays.',
  'organizations.delete_packages':
    'Packages: {packages}. They are archived: they take no new versions, stay readable, and are yours. Or transfer them first.',
  'organizations.delete_no_packages': 'It has no packages: it is deleted at once.',
  'organizations.delete_repositories':
    'Repositories: {repositories}. Those with packages are yours, the others are deleted.',
  'organizations.delete_namespaces': 'Namespaces: {namespaces}. They are yours.',
  'organizations.delete_under_way': 'The deletion has begun: the packages are being archived.',
  'organizations.delete_withheld':
    'The platform withholds something of this organization. Its administrators decide about that first.',
  'organizations.archive_packages': 'Archive its packages',
  'organizations.archive_needed': 'it has packages: tick this box, or transfer them first',
  'organizations.deleted': 'The organization {name} is deleted.',
  'organizations.deletion_begun': 'The packages are being archived; then the organization is gone.',
  'organizations.find_members': 'Find members',
  'organizations.no_such_members': 'There are no members with such a name.',
  'organizations.more_targets':
    'The list is not complete. Access to other packages is granted in their settings.',
};

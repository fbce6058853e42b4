import { z } from 'zod';
import { Role } from '../../../../domain/permissions.ts';
import type { OrganizationView } from '../../../../services/organizations/get.ts';
import type { Member as MemberRow } from '../../../../services/organizations/members.ts';
import { Time, time } from '../../fields.ts';

export const Organization = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  website: z.string().nullable(),
  email: z.string().nullable(),
  is_verified: z.boolean(),
  mfa_required: z.boolean(),
  member_directory_is_private: z.boolean(),
  created_at: Time,
  capabilities: z.object({
    can_manage: z.boolean(),
    can_manage_invitations: z.boolean(),
    can_manage_members: z.boolean(),
    can_manage_teams: z.boolean(),
    can_manage_repositories: z.boolean(),
    can_manage_namespaces: z.boolean(),
    can_view_member_directory: z.boolean(),
    can_view_audit_log: z.boolean(),
    can_transfer_ownership: z.boolean(),
  }),
});

export function presentOrganization(view: OrganizationView): z.infer<typeof Organization> {
  return {
    id: view.id,
    name: view.name,
    slug: view.slug,
    description: view.description,
    website: view.website,
    email: view.email,
    is_verified: view.isVerified,
    mfa_required: view.mfaRequired,
    member_directory_is_private: view.memberDirectoryIsPrivate,
    created_at: time(view.createdAt),
    capabilities: {
      can_manage: view.canManage,
      can_manage_invitations: view.canManage,
      can_manage_members: view.canManage,
      can_manage_teams: view.canManage,
      can_manage_repositories: view.canManage,
      can_manage_namespaces: view.canManage,
      can_view_member_directory: view.canViewMembers,
      can_view_audit_log: view.canViewAudit,
      can_transfer_ownership: view.canTransfer,
    },
  };
}

export const Member = z.object({
  user_id: z.string(),
  username: z.string(),
  display_name: z.string().nullable(),
  role: Role,
  joined_at: Time,
});

export function presentMember(member: MemberRow): z.infer<typeof Member> {
  return {
    user_id: member.userId,
    username: member.username,
    display_name: member.displayName,
    role: member.role,
    joined_at: time(member.joinedAt),
  };
}

/** The names of roles, also with dashes. */
export const WantedRole = z
  .string()
  .transform((role) => role.replaceAll('-', '_'))
  .pipe(Role.exclude(['owner']));

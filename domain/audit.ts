import type { Performer } from './actor.ts';

/** Every action this version writes. */
export type AuditAction =
  | 'user_register'
  | 'user_login'
  | 'user_login_failed'
  | 'user_logout'
  | 'user_update'
  | 'user_password_change'
  | 'session_revoke'
  | 'mfa_enable'
  | 'mfa_disable'
  | 'mfa_recovery_use'
  | 'mfa_recovery_regenerate'
  | 'token_create'
  | 'token_revoke'
  | 'token_auto_revoke'
  | 'org_create'
  | 'org_update'
  | 'org_member_add'
  | 'org_member_remove'
  | 'org_role_change'
  | 'org_ownership_transfer'
  | 'team_create'
  | 'team_update'
  | 'team_delete'
  | 'team_member_add'
  | 'team_member_remove'
  | 'team_package_access_update'
  | 'team_repository_access_update'
  | 'team_namespace_access_update'
  | 'repository_create'
  | 'repository_update'
  | 'namespace_claim'
  | 'namespace_release'
  | 'package_create'
  | 'package_maintainer_add'
  | 'package_maintainer_remove'
  | 'package_update'
  | 'package_visibility_change'
  | 'package_delete'
  | 'trusted_publisher_create'
  | 'trusted_publisher_delete'
  | 'trusted_publisher_exchange'
  | 'release_create'
  | 'release_submit'
  | 'release_hold'
  | 'release_publish'
  | 'release_approve'
  | 'release_reject'
  | 'release_yank'
  | 'release_unyank'
  | 'release_deprecate'
  | 'release_undeprecate'
  | 'release_delete'
  | 'tag_set'
  | 'tag_remove'
  | 'release_draft_commit'
  | 'release_draft_discard'
  | 'artifact_attach'
  | 'artifact_upload'
  | 'artifact_remove'
  | 'security_finding_create'
  | 'security_finding_resolve'
  | 'security_finding_reopen'
  | 'admin_job_retry'
  | 'admin_job_cancel'
  | 'admin_jobs_recover_stale'
  | 'advisories_import'
  | 'export_create'
  | 'audit_expire';

export interface AuditEntry {
  action: AuditAction;
  performer: Performer;
  targetUserId?: string;
  targetOrgId?: string | null;
  targetPackageId?: string;
  targetReleaseId?: string;
  /** Small facts for readers; never secrets. */
  metadata?: Record<string, string | number | boolean | null>;
}

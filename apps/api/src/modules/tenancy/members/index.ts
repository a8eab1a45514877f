export { memberAuditEntry } from './domain/member-audit.js';
export { displayNameOf, type Member, normalizeEmail } from './domain/member.js';
export { ownerRole, systemRoles } from './domain/role.js';
export { channelGranted } from './domain/member-events.js';
export { OneTimeLinkDto } from './dto/member.dto.js';
export { requireHomeOrganization } from './persistence/role-store.js';
export { assertMayActOn } from './use-cases/change-members.js';
export { enqueueNotificationEmails, type Notification, notificationEvents } from './use-cases/notify.js';
export { appointOwners } from './use-cases/withdraw-from-children.js';
export { findActiveOwners, findMember, insertMember } from './persistence/member-store.js';
export {
  findActiveMemberships,
  findInvitation,
  forEachMembership,
  activateMember,
  recordLogin,
} from './persistence/person-members.js';
export {
  type Assignee,
  assigneeExists,
  assigneeMay,
  findRecipients,
  type RecipientNames,
} from './persistence/recipients.js';
export {
  endWorkRelease,
  findAccountOrganizations,
  findWorkReleases,
  organizationsWithReleases,
  requestReleaseOfReopened,
} from './persistence/work-releases.js';

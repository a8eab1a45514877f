export { isAddressBlock, hashApiKey, isApiKey, makeApiKey, ApiKeyCheck, sentKey } from './api-key-check.js';
export { insertApiKey, type NewApiKey } from './api-key-store.js';
export { checkGrant, type Actor, type Asking, CurrentPrincipal, type Principal, type RequestOrigin, CurrentOrigin, CurrentPerson, type Person } from './principal.js';


export { AuthModule } from './auth.module.js';
export { answerRefused, keyHook, type KeyOutcome, type RequestHook } from './key-hook.js';
export { type Credentials, keyHashOf, LastingAccess } from './lasting-access.js';
export { needPermission, AnyKey, RequirePermission } from './require-permission.js';
export {
  holds,
  type Permission,
  permissionCatalogue,
  permissionNames,
  type PermissionRecord,
  permissions,
  permissionsNamed,
} from './permissions.js';
export { type ActingPlace, type Membership, Memberships } from './memberships.js';


export { hashToken, isToken, makeToken } from './secret-token.js';
export { giveSession, sessionTokenOf, takeSession } from './session-cookie.js';
export { SessionRoute } from './session-route.js';
export { announceSessions, deleteSessions, insertSession, type ListedSession, SessionStore } from './session-store.js';

export { isCidrBlock, networkOf } from './addresses.js';
export { ApiKeyVerifier } from './api-key-verifier.js';
export { ApiKeyFormat, hashApiKey, readApiKeyFormat } from './api-key-format.js';
export {
  type ApiKey,
  type ApiKeyStatus,
  apiKeyStatuses,
  findApiKey,
  findApiKeys,
  findOrganizationsWithExpiredKeys,
  markExpiredKeys,
  resolvePerson,
  setKeyLimits,
  storeSuccessor,
  updateApiKey,
} from './api-key-records.js';
export { insertApiKey, type NewApiKey } from './api-key-store.js';
export {
  assertNoEscalation,
  assertWithinBounds,
  sharedRecordError,
  type KeyBounds,
  type Actor,
  type Requester,
  CurrentPrincipal,
  type Principal,
  type RequestOrigin,
  CurrentOrigin,
  CurrentPerson,
  type Person,
} from './principal.js';

export { ActorScopes } from './actor-scopes.js';
export { assertUnbounded } from './lasting-access.js';
export { AuthModule } from './auth.module.js';
export { SessionAuthorizer } from './session-authorizer.js';
export {
  authenticateFirst,
  sendEarlyRejection,
  apiKeyHook,
  type ApiKeyResult,
  type RequestHook,
} from './api-key-hook.js';
export { UnknownLookups } from './unknown-lookups.js';
export { UnknownConnections } from './unknown-connections.js';
export { requesterOf } from './unknown-requests.js';
export { watchUnknownConnections } from './unknown-connections.js';
export { type Credentials, keyHashOf, ConnectionAuthenticator } from './connection-authenticator.js';
export { assertPermission, AnyKey, NamesOrganization, RequirePermission, SessionRoute } from './require-permission.js';
export {
  hasPermission,
  importPermissions,
  type Permission,
  permissionCatalogue,
  permissionNames,
  type PermissionRecord,
  permissions,
  resolvePermissions,
} from './permissions.js';
export { type AccessibleOrganization, type Membership, Memberships } from './memberships.js';

export { hashToken, isToken, generateToken } from './secret-token.js';
export {
  clearSessionCookie,
  CurrentDevice,
  isFromAnotherSite,
  isOwnOrigin,
  sessionTokenOf,
  setDeviceCookie,
  setSessionCookie,
} from './session-cookie.js';
export { OwnPagesGuard } from './access.guard.js';
export {
  invalidateSessionCaches,
  deleteSessions,
  insertSession,
  type ListedSession,
  SessionStore,
} from './session-store.js';

export { rotateSecrets } from './rotate-secrets.js';
export { normalizeAccountNumber, maskAccountNumber, maskAccountNumbers } from './account-number-cipher.js';

export { accountNumbersIn, AccountNumberCipher, mayHoldTokens } from './account-number-cipher.js';
export { type SecretLocation } from './sealed-value.js';
export { SecretStore } from './secret-store.js';
export { Secrets } from './secrets.js';
export { SecretsError } from './secrets-error.js';
export { SecretsModule } from './secrets.module.js';
export { MasterKeys } from './master-keys.js';

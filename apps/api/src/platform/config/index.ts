export { AppConfig, missingMasterKey, readConfig, type LogLevel, type MasterKeySource } from './app-config.js';
export { ConfigModule } from './config.module.js';

export type { BlobsPlace } from './storage-settings.js';
export { settings } from './settings.js';
export { settingsHelp, settingsPage } from './settings-text.js';

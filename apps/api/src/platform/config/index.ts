export { AppConfig, type LogLevel } from './app-config.js';
export { ConfigModule } from './config.module.js';
export { readConfig } from './read-config.js';

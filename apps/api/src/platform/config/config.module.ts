import { type DynamicModule, Global, Module } from '@nestjs/common';

import { AppConfig } from './app-config.js';

/** Makes the settings of this process injectable everywhere. */
@Global()
@Module({})
export class ConfigModule {
  static forRoot(config: AppConfig): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: AppConfig, useValue: config }], exports: [AppConfig] };
  }
}

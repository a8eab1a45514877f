import { Module } from '@nestjs/common';

import { ApiKeysController } from './api-keys.controller.js';
import { KeyTestController } from './key-test.controller.js';
import { PermissionsController } from './permissions.controller.js';
import { AnnounceExpiredKeys } from './announce-expired-keys.js';
import { ChangeApiKey } from './change-api-key.js';
import { CreateApiKey } from './create-api-key.js';
import { RotateApiKey } from './rotate-api-key.js';

/** API keys and the permissions they can have. */
@Module({
  controllers: [ApiKeysController, KeyTestController, PermissionsController],
  providers: [AnnounceExpiredKeys, CreateApiKey, ChangeApiKey, RotateApiKey],
})
export class ApiKeysModule {}

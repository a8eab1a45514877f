import { Module } from '@nestjs/common';

import { ApiKeysController } from './http/api-keys.controller.js';
import { KeyTestController } from './http/key-test.controller.js';
import { PermissionsController } from './http/permissions.controller.js';
import { ChangeApiKey } from './use-cases/change-api-key.js';
import { CreateApiKey } from './use-cases/create-api-key.js';
import { RotateApiKey } from './use-cases/rotate-api-key.js';

/** API keys and what they can be allowed. */
@Module({
  controllers: [ApiKeysController, KeyTestController, PermissionsController],
  providers: [CreateApiKey, ChangeApiKey, RotateApiKey],
})
export class ApiKeysModule {}

import { Module } from '@nestjs/common';

import { CheckBlobs, RemoveImages } from './images/index.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { ValidationsModule } from './validations/validations.module.js';

/** Who somebody is: documents, faces, and who decided. */
@Module({ imports: [ValidationsModule, SessionsModule], providers: [CheckBlobs, RemoveImages] })
export class KycModule {}

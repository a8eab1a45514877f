import { Module } from '@nestjs/common';

import { ReceivedBlobsModule } from '../blobs/index.js';
import { LinksModule } from '../links/index.js';
import { ValidationsModule } from '../validations/index.js';
import { Biometrics } from './domain/biometrics.js';
import { KycSessionsController } from './http/kyc-sessions.controller.js';
import { EndSession } from './use-cases/end-session.js';
import { OpenSessions } from './use-cases/open-sessions.js';
import { ReceiveImage } from './use-cases/receive-image.js';
import { RecordDocument } from './use-cases/record-document.js';
import { ReadSession } from './use-cases/session-state.js';

/** What a person does on the page. The product does not include face comparison: an integration can provide `Biometrics`. */
@Module({
  imports: [LinksModule, ReceivedBlobsModule, ValidationsModule],
  controllers: [KycSessionsController],
  providers: [
    EndSession,
    OpenSessions,
    ReadSession,
    ReceiveImage,
    RecordDocument,
    { provide: Biometrics, useValue: new Biometrics(null) },
  ],
})
export class SessionsModule {}

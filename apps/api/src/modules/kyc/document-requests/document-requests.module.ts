import { Module } from '@nestjs/common';

import { EntitiesModule } from '../../parties/entities/index.js';
import { ReceivedBlobsModule } from '../blobs/index.js';
import { LinksModule } from '../links/index.js';
import { DocumentPagesController } from './http/document-pages.controller.js';
import { DocumentRequestsController } from './http/document-requests.controller.js';
import { ChangeRequests } from './use-cases/change-requests.js';
import { CreateRequest } from './use-cases/create-request.js';
import { EraseRequests } from './use-cases/erase-requests.js';
import { LookAfterRequests } from './use-cases/look-after-requests.js';
import { MoveRequest } from './use-cases/move-request.js';
import { ReadRequests } from './use-cases/read-requests.js';
import { VisitRequest } from './use-cases/visit-request.js';

export { fileTable } from './persistence/file-store.js';

/** Documents requested from entities through a link, from the email to the decision. */
@Module({
  imports: [EntitiesModule, LinksModule, ReceivedBlobsModule],
  controllers: [DocumentRequestsController, DocumentPagesController],
  providers: [
    ...[ChangeRequests, CreateRequest, EraseRequests, LookAfterRequests, MoveRequest, ReadRequests, VisitRequest],
  ],
})
export class DocumentRequestsModule {}

import { Module } from '@nestjs/common';

import {
  DataListSharesController,
  RiskMatrixSharesController,
  WebhookSharesController,
} from './http/child-shares.controllers.js';
import { MatrixParamsController } from './http/matrix-params.controller.js';
import { SharedResourcesController } from './http/resources-lent.controller.js';
import { ShareResource } from './use-cases/share-resource.js';
import { TuneSharedMatrix } from './use-cases/tune-shared-matrix.js';
import { UseSharedResource } from './use-cases/use-shared-resource.js';

/** What a parent organization lends its direct children, and which of it they use. */
@Module({
  controllers: [
    RiskMatrixSharesController,
    DataListSharesController,
    WebhookSharesController,
    MatrixParamsController,
    SharedResourcesController,
  ],
  providers: [ShareResource, TuneSharedMatrix, UseSharedResource],
})
export class SharingModule {}

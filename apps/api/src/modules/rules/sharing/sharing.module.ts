import { Module } from '@nestjs/common';

import {
  DataListSharesController,
  RiskMatrixSharesController,
  WebhookSharesController,
} from './child-shares.controllers.js';
import { MatrixParamsController } from './matrix-params.controller.js';
import { SharedResourcesController } from './shared-resources.controller.js';
import { ShareResource } from './share-resource.js';
import { TuneSharedMatrix } from './tune-shared-matrix.js';
import { UseSharedResource } from './use-shared-resource.js';

/** The resources that a parent organization shares with its direct children, and which of them they use. */
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

import { Module } from '@nestjs/common';

import { Providers, IntegrationsModule } from '../../enrichment/integrations/index.js';
import { EntitiesModule } from '../../parties/entities/index.js';
import { BillingModule, OpenExecutions } from '../../tenancy/billing/index.js';
import { LinksModule } from '../links/index.js';
import { documentIntegration } from './domain/document-integration.js';
import { ValidationsController } from './http/validations.controller.js';
import { findOpenValidations } from './persistence/validation-store.js';
import { releasable, ReleaseWork } from '../../casework/assignments/index.js';
import { AssignReviews, reviews } from './use-cases/assign-reviews.js';
import { ChangeValidations } from './use-cases/change-validations.js';
import { CreateValidation } from './use-cases/create-validation.js';
import { EraseValidations } from './use-cases/erase-validations.js';
import { LookAfterValidations } from './use-cases/look-after-validations.js';
import { MoveValidation } from './use-cases/move-validation.js';
import { ReadValidations } from './use-cases/read-validations.js';
import { SealedFindings } from './use-cases/sealed-findings.js';

/** Identity validations, from the link to the decision. */
@Module({
  imports: [BillingModule, EntitiesModule, IntegrationsModule, LinksModule],
  controllers: [ValidationsController],
  providers: [
    ...[
      AssignReviews,
      ChangeValidations,
      CreateValidation,
      EraseValidations,
      LookAfterValidations,
      MoveValidation,
      ReadValidations,
    ],
    SealedFindings,
  ],
  exports: [ChangeValidations, CreateValidation, MoveValidation, SealedFindings],
})
export class ValidationsModule {
  constructor(providers: Providers, open: OpenExecutions, work: ReleaseWork) {
    providers.add(documentIntegration);
    open.register(findOpenValidations);
    work.register(releasable(reviews));
  }
}

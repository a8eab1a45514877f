import { Injectable } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';
import { holderOfTaxId } from '@tamis/screening/tax-ids';

import type { Principal } from '../../../../platform/auth/index.js';
import { ApiError, invalid } from '../../../../platform/http/index.js';
import {
  CreateEntity,
  type EntityContext,
  ResolveParties,
  taxIdKey,
  toRefusalError,
} from '../../../parties/entities/index.js';
import type { CreateUserEventBody } from '../dto/create-user-event.body.js';

export interface ResolvedEntity {
  readonly entity: EntityContext;
  readonly wasCreated: boolean;
}

/** Creates the entity for an event that identifies it only by tax id. */
@Injectable()
export class AutoEntity {
  constructor(
    private readonly createEntity: CreateEntity,
    private readonly parties: ResolveParties,
  ) {}

  /**
   * Creates an entity of the type implied by the tax id. If a concurrent request created it, that one is used. Throws 400 if `country` is
   * missing. A failure must be sent only after the transaction has ended, so that the audit trail keeps a refusal by a list.
   */
  async findOrCreate(
    principal: Principal,
    { taxId, country, entityExternalId }: CreateUserEventBody,
  ): Promise<Result<ResolvedEntity, ApiError>> {
    if (country == null) throw invalid({ country: 'country is required to create the entity' });
    if (entityExternalId == null && taxIdKey(taxId) === null) {
      throw invalid({ taxId: 'several entities have this number: use entityId or entityExternalId' });
    }
    const made = await this.createEntity.create(
      principal,
      {
        type: holderOfTaxId(taxId!, country),
        name: taxId!,
        countryCode: country,
        externalId: entityExternalId,
        taxId,
        isClient: false,
        entityDataJson: '{}',
        attributesJson: '{}',
        operationalHoursJson: null,
      },
      new Date(),
    );
    const names = made.ok ? { entityId: made.value.row.id } : { externalId: entityExternalId, taxId };
    const [entity] = await this.parties.resolve(principal.organizationId, [names]);
    if (entity) return ok({ entity, wasCreated: made.ok });
    return failure(made.ok ? new ApiError('ENTITY_NOT_FOUND', 'Entity not found') : toRefusalError(made.error));
  }
}

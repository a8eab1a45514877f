import { Injectable } from '@nestjs/common';
import { type Principal, hasPermission } from '../../../../platform/auth/index.js';
import type { EntityType } from '../domain/entity-enumerations.js';
import { normalizeTaxId } from '../domain/normalize-tax-id.js';
import { AccountNumberRepository } from '../persistence/account-number-repository.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { EntityRepository } from '../persistence/entity-repository.js';
import { ApiError } from '../../../../platform/http/index.js';

/** A caller who may not read account numbers may not guess them either. Throws 403. */
function requireSensitiveRead({ scopes }: Principal): void {
  if (hasPermission(scopes, 'entities:read_sensitive')) return;
  throw new ApiError(
    'FORBIDDEN',
    'The request lacks the permission entities:read_sensitive, which is required to search by account number',
    { requiredPermission: 'entities:read_sensitive' },
  );
}

export interface EntityListFilter {
  readonly type?: EntityType;
  readonly country?: string;
  readonly taxId?: string;
  readonly externalId?: string;
  /** For payment methods and accounts. */
  readonly accountNumber?: string;
  readonly limit: number;
}

@Injectable()
export class ListEntities {
  constructor(
    private readonly entities: EntityRepository,
    private readonly numbers: AccountNumberRepository,
  ) {}

  /** Lists entities. Throws 403 for an account number if the caller may not read any. */
  async list(
    principal: Principal,
    { type, country, taxId, externalId, accountNumber, limit }: EntityListFilter,
  ): Promise<EntityRow[]> {
    const { organizationId } = principal;
    if (accountNumber !== undefined) requireSensitiveRead(principal);
    const normalizedTaxId = taxId === undefined ? undefined : normalizeTaxId(taxId);
    if (normalizedTaxId === '') return [];
    const ids =
      accountNumber === undefined ? undefined : await this.numbers.findIdsByNumber(organizationId, accountNumber);
    return this.entities.find(
      organizationId,
      {
        ...(type !== undefined && { type }),
        ...(country !== undefined && { countryCode: country.toUpperCase() }),
        ...(normalizedTaxId !== undefined && { normalizedTaxId }),
        ...(externalId !== undefined && { externalId }),
        ...(ids !== undefined && { ids }),
      },
      limit,
    );
  }
}

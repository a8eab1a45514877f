import { CountryField, EnumField, QueryInteger, TextField } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { type EntityType, entityTypes } from '../domain/entity-enumerations.js';

/** Filters of `GET /entities`; all of them must hold. */
export class ListEntitiesQuery {
  @EnumField(entityTypes, 'EntityType') type?: EntityType;
  @CountryField() country?: string;
  @TextField({ min: 1, max: limits.taxIdCharacters }) taxId?: string;
  @TextField({ min: 1, max: limits.externalIdCharacters }) externalId?: string;
  @TextField({
    min: 1,
    max: limits.accountNumberCharacters,
    description: 'of payment methods, in any punctuation; needs `entities:read_sensitive`',
  })
  accountNumber?: string;

  @QueryInteger({ min: 1, max: limits.pageRows }) limit: number = limits.pageRows;
}

import { IsUUID } from 'class-validator';

import {
  BooleanField,
  CountryField,
  EnumField,
  Field,
  IgnoreUnknownFields,
  InstantField,
  JsonObjectField,
  NameField,
  NestedArrayField,
  NestedField,
  TextField,
  UuidArrayField,
} from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { type EntityStatus, entityStatuses, type PartyType, partyTypes } from '../domain/entity-enumerations.js';
import { CompanyBody } from './company.body.js';
import { DeclaredRelationshipBody } from './declared-relationship.body.js';
import { OperationalHoursBody } from './operational-hours.body.js';
import { PersonBody } from './person.body.js';
import { taxIdText } from './tax-id-text.js';

/** Checked for what rules read; stored as it was sent, with whatever else it holds. */
export class EntityDataBody {
  @NestedField(() => PersonBody) person?: PersonBody;
  @NestedField(() => CompanyBody) company?: CompanyBody;
}

/** `POST /entities`. */
@IgnoreUnknownFields()
export class CreateEntityBody {
  @EnumField(partyTypes, 'PartyType', { required: true })
  type!: PartyType;

  @NameField({ required: true, max: limits.entityNameCharacters })
  name!: string;

  @CountryField({ required: true, description: 'ISO 3166-1 alpha-2' })
  countryCode!: string;

  @NameField({
    max: limits.externalIdCharacters,
    description: "the caller's own identifier, unique in the organization",
  })
  externalId?: string;

  @TextField(taxIdText('taxId'))
  taxId?: string;

  @EnumField(entityStatuses, 'EntityStatus', { description: 'default under_review' })
  status?: EntityStatus;

  @BooleanField({ description: 'default false' })
  isClient?: boolean;

  @InstantField()
  registrationDate?: string;

  @NestedField(() => OperationalHoursBody)
  operationalHours?: OperationalHoursBody;

  @NestedField(() => EntityDataBody)
  entityData?: EntityDataBody;

  @JsonObjectField({ description: 'stored exactly as written', example: { segment: 'retail', limits: { daily: 500 } } })
  attributes?: object;

  @UuidArrayField({ max: 10, description: 'the matrices that judge it, in order' })
  riskMatrixIds?: string[];

  @Field(
    {},
    {
      oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
      description: 'riskMatrixIds comes first',
    },
    [IsUUID(undefined, { each: true })],
  )
  riskMatrixId?: string | string[];

  @BooleanField({ description: 'default false' })
  skipRulesExecution?: boolean;

  @NestedArrayField(() => DeclaredRelationshipBody, { max: limits.declaredRelationships })
  relationships?: DeclaredRelationshipBody[];
}

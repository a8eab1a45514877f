import { IgnoreUnknownFields, NameField, TextField, UuidField } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';

/** `POST /entities/change-external-id`. Exactly one of `entityId`, `externalId` and `taxId` names the entity. */
@IgnoreUnknownFields()
export class ChangeExternalIdBody {
  @UuidField({ description: 'names the entity' })
  entityId?: string;

  @TextField({ min: 1, max: limits.externalIdCharacters, description: 'names the entity: its external id of today' })
  externalId?: string;

  @TextField({ min: 1, max: limits.taxIdCharacters, description: 'names the entity; punctuation does not matter' })
  taxId?: string;

  @NameField({ required: true, max: 2 * limits.externalIdCharacters, description: 'at most 255 characters, trimmed' })
  newExternalId!: string;

  @NameField({ required: true, max: 2 * limits.reasonCharacters, description: '5 to 4000 characters, trimmed' })
  reason!: string;
}

import { EnumField, TextField, UuidField } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { blockFieldPath, type BlockScope, blockScopes } from '../domain/creation-block.js';

/** `POST /creation-blocks`. */
export class CreateCreationBlockBody {
  @UuidField({ required: true }) listId!: string;

  @TextField({
    required: true,
    max: limits.fieldPathCharacters,
    pattern: blockFieldPath,
    patternMessage:
      'fieldPath must be a field of an entity, such as taxId, entityData.person.email or attributes.segment',
    example: 'entityData.person.email',
  })
  fieldPath!: string;

  @EnumField(blockScopes, 'CreationBlockScope', { description: 'default all' }) scope?: BlockScope;
}

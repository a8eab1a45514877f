import { BooleanField, EnumField, IgnoreUnknownFields, NestedField } from '../../../platform/http/index.js';
import {
  type ConflictResolution,
  conflictResolutions,
  type DeduplicationStrategy,
  deduplicationStrategies,
} from '../domain/upsert-options.js';
import { CreateEntityBody } from './create-entity.body.js';

export class UpsertOptionsBody {
  @EnumField(conflictResolutions, 'ConflictResolution', {
    description:
      'what becomes of a field that has another value in the request than in the stored company. ' +
      'source_wins: the sent value is stored; target_wins: the stored value stays; manual_review: nothing is stored at all; ' +
      'smart_merge (default): lists and objects are joined, a tax id, a status and what a provider has verified stay, ' +
      'of the rest the sent value is stored. Empty fields are filled by all but manual_review',
  })
  conflictResolution?: ConflictResolution;

  @EnumField(deduplicationStrategies, 'DeduplicationStrategy', {
    description:
      'how the company is looked for. exact_match: by externalId and taxId, whatever the capitals; fuzzy_match: by likeness of ' +
      'name and taxId, 80 % at least; ai_similarity: by a text model, in this server a local character n-gram TF-IDF over names, ' +
      '80 % at least; hybrid (default): exact, else fuzzy. An equal externalId or taxId decides in all of them',
  })
  deduplicationStrategy?: DeduplicationStrategy;

  @BooleanField({ description: 'whether `entity.relationships` are made; default true' })
  createRelationships?: boolean;
}

/** `PUT /entities/upsert`. */
@IgnoreUnknownFields()
export class UpsertCompanyBody {
  @NestedField(() => CreateEntityBody, { required: true, description: 'as for POST /entities, of type company' })
  entity!: CreateEntityBody;

  @NestedField(() => UpsertOptionsBody)
  options?: UpsertOptionsBody;
}

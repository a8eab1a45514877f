import {
  arrayElements,
  BooleanField,
  EnumField,
  invalid,
  JsonObjectField,
  memberText,
  NameField,
  NumberField,
  TextField,
  TrimmedField,
  UuidField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { type RelationshipType, relationshipTypes } from '../../relationships/index.js';
import type { DeclaredRelationship } from '../domain/declared-relationship.js';
import { normalizeTaxId } from '../domain/normalize-tax-id.js';
import { taxIdText } from './tax-id-text.js';

/** An element of `relationships`: the counterpart is named in exactly one way. */
export class DeclaredRelationshipBody {
  @UuidField() relatedEntityId?: string;
  @TextField(taxIdText('relatedTaxId')) relatedTaxId?: string;
  @TrimmedField({ max: limits.externalIdCharacters }) relatedExternalId?: string;
  @EnumField(relationshipTypes, 'RelationshipType', { required: true }) relationshipType!: RelationshipType;
  @NameField({ max: limits.relationshipRoleCharacters, example: 'shareholder' }) role?: string;
  @NumberField({ min: 0, max: 1 }) strength?: number;
  @JsonObjectField() metadata?: object;
  @BooleanField({ description: 'default true: the new entity is the source and the counterpart the target' })
  asSource?: boolean;
}

const names = ['relatedEntityId', 'relatedTaxId', 'relatedExternalId'] as const;
const namesOneMessage = `must identify its counterpart by exactly one of ${names.join(', ')}`;

/**
 * Converts the validated elements of `relationships` to the relationships they declare; `json` is the text of the body, whose metadata is
 * stored verbatim. Throws 400 for elements that name their counterpart in no way or in several ways.
 */
export function readRelationships(
  bodies: readonly DeclaredRelationshipBody[],
  json: string,
): readonly DeclaredRelationship[] {
  const wrong = bodies.flatMap((body, index) => (namesOne(body) ? [] : [`relationships[${index}]`]));
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong.map((path) => [path, namesOneMessage])));
  const texts = bodies.length > 0 ? arrayElements(memberText(json, 'relationships')!) : [];
  return bodies.map((body, index) => toDeclared(body, texts[index]!));
}

/** Does the same as `readRelationships`, for a relationship that is the whole body. */
export function readRelationship(body: DeclaredRelationshipBody, json: string): DeclaredRelationship {
  if (!namesOne(body)) throw invalid({ relatedEntityId: namesOneMessage });
  return toDeclared(body, json);
}

const namesOne = (body: DeclaredRelationshipBody): boolean => names.filter((name) => body[name] != null).length === 1;

const toDeclared = (body: DeclaredRelationshipBody, json: string): DeclaredRelationship => ({
  counterpart: {
    entityId: body.relatedEntityId ?? null,
    externalId: body.relatedExternalId ?? null,
    normalizedTaxId: body.relatedTaxId == null ? null : normalizeTaxId(body.relatedTaxId),
  },
  relationshipType: body.relationshipType,
  role: body.role ?? null,
  strength: body.strength ?? null,
  metadata: body.metadata == null ? '{}' : memberText(json, 'metadata')!,
  asSource: body.asSource ?? true,
});

import { createHash } from 'node:crypto';

import type { DocumentHolder, DocumentType } from '@tamis/identity-documents';
import { canonicalJson, type JsonValue } from '@tamis/stdx';

import type { EntityRow } from '../../../parties/entities/index.js';
import type { Findings } from './validation.js';

interface PersonData {
  readonly dateOfBirth?: string;
  readonly idNumber?: string;
  readonly idType?: string;
}

/** Returns the data of the entity to compare with the document. The number of another kind of document is not used. */
export function holderOf({ name, countryCode, taxId, entityData }: EntityRow, type: DocumentType): DocumentHolder {
  const { person = {} } = JSON.parse(entityData) as { readonly person?: PersonData };
  const { dateOfBirth, idNumber, idType } = person;
  return {
    name,
    ...(dateOfBirth !== undefined && { birthDate: dateOfBirth }),
    ...(idNumber !== undefined && (idType ?? type) === type && { documentNumber: idNumber }),
    ...(countryCode !== null && { countryCode }),
    ...(taxId !== null && { taxId }),
  };
}

/** Identifies the person a document was compared with: other data has another key. */
export const holderKey = (holder: DocumentHolder): string =>
  createHash('sha256')
    .update(canonicalJson(holder as unknown as JsonValue))
    .digest('hex');

/** Warning that the document was compared with other data than the person has now. */
export const entityChanged = 'ENTITY_CHANGED';

/** Whether the document was compared with the current data of its person, if at all. */
export const isComparedWith = (entity: EntityRow | undefined, { document, holder }: Findings): boolean =>
  !entity || !document || holder === undefined || holderKey(holderOf(entity, document.type)) === holder;

/** Returns the findings with a warning if the person was changed after the comparison. */
export function withChange(entity: EntityRow | undefined, findings: Findings): Findings {
  if (findings.warnings.includes(entityChanged) || isComparedWith(entity, findings)) return findings;
  return { ...findings, warnings: [...findings.warnings, entityChanged] };
}

import { createHash } from 'node:crypto';

import type { DocumentHolder, DocumentType } from '@tamis/identity-documents';
import { canonicalJson, type JsonValue } from '@tamis/stdx';

import type { EntityRow } from '../../../parties/entities/index.js';

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

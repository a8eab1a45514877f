import type { SchemaMember } from '../column-mappings/index.js';
import type { RowErrorCode } from './check-report.js';

/** What a value that a record refuses is an error of, by what its field is. */
export function fieldErrorCode(field: string, cell: string, member: SchemaMember | undefined): RowErrorCode {
  if (member?.required === true && cell.trim() === '') return 'EMPTY_REQUIRED_VALUE';
  if (member?.values) return 'INVALID_ENUM_VALUE';
  if (member?.time) return 'INVALID_DATE';
  if (member?.type === 'number') return 'INVALID_NUMBER';
  return field === 'currency' ? 'INVALID_CURRENCY' : 'VALIDATION_ERROR';
}

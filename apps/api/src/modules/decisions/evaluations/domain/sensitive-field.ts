import type { FieldDeclaration } from '@tamis/lang';

/** Last steps of the paths of fields that identify a person or give access to an account. */
export const sensitiveNames: ReadonlySet<string> = new Set([
  'name',
  'firstName',
  'lastName',
  'middleName',
  'fullName',
  'tradeName',
  'legalName',
  'taxId',
  'originName',
  'originTaxId',
  'destinationName',
  'destinationTaxId',
  'documentNumber',
  'idNumber',
  'motherName',
  'holderName',
  'holderTaxId',
  'destinationCuit',
  'dateOfBirth',
  'birthDate',
  'email',
  'phone',
  'phoneNumber',
  'alternativePhone',
  'address',
  'street',
  'accountNumber',
  'cardNumber',
  'iban',
  'cbu',
  'cvu',
  'clabe',
  'pixKey',
  'ipAddress',
  'deviceId',
  'fingerprint',
  'cardFingerprint',
  'deviceFingerprint',
  'walletAddress',
]);

/** Returns whether values of the field are hidden from callers who may only read rules. */
export const isSensitive = ({ path }: Pick<FieldDeclaration, 'path'>): boolean =>
  sensitiveNames.has(path.slice(path.lastIndexOf('.') + 1));

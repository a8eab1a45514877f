import type { FieldDeclaration } from '@tamis/lang';

/** Last steps of the paths of fields that tell who somebody is, or open an account. */
const sensitive: ReadonlySet<string> = new Set([
  'name',
  'firstName',
  'lastName',
  'middleName',
  'fullName',
  'tradeName',
  'legalName',
  'taxId',
  'documentNumber',
  'dateOfBirth',
  'birthDate',
  'email',
  'phone',
  'phoneNumber',
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
]);

/** Whether no value of the field is shown to somebody who may read rules alone. */
export const isSensitive = ({ path }: Pick<FieldDeclaration, 'path'>): boolean =>
  sensitive.has(path.slice(path.lastIndexOf('.') + 1));

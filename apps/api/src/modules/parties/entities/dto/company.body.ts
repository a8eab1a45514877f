import {
  BooleanField,
  DateField,
  EmailField,
  Field,
  IntegerField,
  NestedField,
  PhoneField,
  NumberField,
  TextArrayField,
  TextField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { isObject } from '@tamis/stdx';
import { ValidateBy } from 'class-validator';

const isAddress = (value: unknown): boolean => typeof value === 'string' || isObject(value);

/** Validates a text, or an object with fields such as street, number and city. */
export const IsAddress = (): PropertyDecorator =>
  ValidateBy({
    name: 'isAddress',
    validator: { validate: isAddress, defaultMessage: () => '$property must be text or an object' },
  });

const text = { max: limits.personTextCharacters };

class LegalRepresentative {
  @TextField(text) name?: string;
  @TextField(text) taxId?: string;
}

/** `entityData.company`. */
export class CompanyBody {
  @TextField(text) legalName?: string;
  @TextField(text) tradeName?: string;
  @TextField(text) registrationNumber?: string;
  @TextArrayField({ max: limits.branchTaxIds, maxText: limits.taxIdCharacters }) branchTaxIds?: string[];
  @DateField() incorporationDate?: string;
  @TextField(text) industry?: string;
  @IntegerField({ min: 0 }) employeeCount?: number;
  @NumberField() revenue?: number;
  @TextField(text) revenueCurrency?: string;
  @TextField(text) nationality?: string;
  @TextField(text) cnae?: string;
  @TextField(text) cnaeDescription?: string;
  @TextField(text) legalNature?: string;
  @TextField(text) companySize?: string;
  @TextField(text) website?: string;
  @EmailField() email?: string;
  @PhoneField() phone?: string;
  @Field({}, { oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }] }, [IsAddress()])
  address?: string | object;
  @TextField(text) city?: string;
  @TextField(text) state?: string;
  @TextField(text) country?: string;
  @TextField(text) postalCode?: string;
  @NumberField() shareCapital?: number;
  @TextField(text) currency?: string;
  @TextField(text) taxRegime?: string;
  @BooleanField() isPubliclyTraded?: boolean;
  @TextField(text) stockTicker?: string;
  @NestedField(() => LegalRepresentative) legalRepresentative?: LegalRepresentative;
  @DateField() activityStartDate?: string;
}

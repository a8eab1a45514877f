import {
  BooleanField,
  DateField,
  EmailField,
  EnumField,
  Field,
  NumberField,
  PhoneField,
  TextField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { idTypes } from '../domain/entity-enumerations.js';
import { IsAddress } from './company.body.js';

const text = { max: limits.personTextCharacters };

/** `entityData.person`. */
export class PersonBody {
  @TextField(text) firstName?: string;
  @TextField(text) lastName?: string;
  @DateField() dateOfBirth?: string;
  @TextField(text) nationality?: string;
  @TextField(text) occupation?: string;
  @NumberField() income?: number;
  @TextField(text) incomeCurrency?: string;
  @Field({}, { oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }] }, [IsAddress()])
  address?: string | object;
  @TextField(text) city?: string;
  @TextField(text) state?: string;
  @TextField(text) country?: string;
  @TextField(text) postalCode?: string;
  @EmailField() email?: string;
  @PhoneField() phone?: string;
  @PhoneField() alternativePhone?: string;
  @EnumField(idTypes, 'IdType') idType?: (typeof idTypes)[number];
  @TextField(text) idNumber?: string;
  @BooleanField() isPep?: boolean;
  @TextField(text) pepPosition?: string;
  @TextField(text) pepCountry?: string;
}

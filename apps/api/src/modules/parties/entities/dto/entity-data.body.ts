import { BooleanField, NestedField, NumberField, TextField } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { CompanyBody } from './company.body.js';
import { AccountNumberField } from './entity-fields.js';
import { PersonBody } from './person.body.js';

const text = { max: limits.personTextCharacters };

class DeviceData {
  @TextField(text) deviceId?: string;
  @TextField(text) type?: string;
  @TextField(text) os?: string;
  @TextField(text) osVersion?: string;
  @TextField(text) browser?: string;
  @TextField(text) ipAddress?: string;
}

class Coordinates {
  @NumberField({ min: -90, max: 90 }) lat?: number;
  @NumberField({ min: -180, max: 180 }) lng?: number;
}

class LocationData {
  @TextField(text) type?: string;
  @TextField(text) street?: string;
  @TextField(text) city?: string;
  @TextField(text) state?: string;
  @TextField(text) country?: string;
  @TextField(text) postalCode?: string;
  @NestedField(() => Coordinates) coordinates?: Coordinates;
}

class AccountData {
  @AccountNumberField() accountNumber?: string;
  @TextField(text) accountType?: string;
  @TextField(text) bank?: string;
  @TextField(text) currency?: string;
}

class TransactionData {
  @TextField(text) transactionId?: string;
  @TextField(text) type?: string;
  @TextField(text) status?: string;
  @NumberField() amount?: number;
  @TextField(text) currency?: string;
  @TextField(text) paymentMethod?: string;
  @TextField(text) originEntityId?: string;
  @TextField(text) destinationEntityId?: string;
  @TextField(text) transactedAt?: string;
  @NumberField() riskScore?: number;
  @BooleanField() flagged?: boolean;
  @TextField(text) category?: string;
  @TextField(text) description?: string;
}

/** Validated for the known fields of each type; stored as it was sent, including all other fields. */
export class EntityDataBody {
  @NestedField(() => PersonBody) person?: PersonBody;
  @NestedField(() => CompanyBody) company?: CompanyBody;
  @NestedField(() => DeviceData) device?: DeviceData;
  @NestedField(() => LocationData) location?: LocationData;
  @NestedField(() => AccountData) account?: AccountData;
  @NestedField(() => TransactionData) transaction?: TransactionData;
}

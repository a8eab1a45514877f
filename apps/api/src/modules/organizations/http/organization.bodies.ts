import {
  BooleanField,
  CountryField,
  EnumField,
  IntegerField,
  NameField,
  NestedField,
  TextArrayField,
  TextField,
  TimeZoneField,
} from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';

const currency = {
  max: 4,
  pattern: /^[A-Z0-9]{3,4}$/,
  patternMessage: '$property must be a currency code of 3 or 4 capital letters and digits',
};

/** Body of `POST /organizations` and `POST /organizations/{id}/children`. */
export class CreateOrganizationBody {
  @NameField({ required: true, max: limits.organizationNameCharacters }) name!: string;
  @CountryField({ required: true }) countryCode!: string;
}

class RulePolicyBody {
  @BooleanField() testsMustPass?: boolean;
  @IntegerField({ min: 0, max: 1_000 }) minTests?: number;
  @BooleanField() requireDryRun?: boolean;
  @IntegerField({ min: 1, max: 365 }) dryRunMaxAgeDays?: number;
  @IntegerField({ min: 1, max: 1_000_000 }) maxRuleCost?: number;
  @IntegerField({ min: 1, max: 1_000_000 }) maxMatrixCost?: number;
  @BooleanField() requireReason?: boolean;
  @BooleanField() requireSecondPerson?: boolean;
  @BooleanField() requireGuard?: boolean;
}

class OrganizationSettingsBody {
  @BooleanField() monitoringEnabled?: boolean;
  @BooleanField() batchUploadEnabled?: boolean;
  @BooleanField() bulkAutomaticImportEnabled?: boolean;
  @BooleanField() rulesAfterEnrichment?: boolean;
  @EnumField(['exact', 'relaxed'], 'WindowConsistency') windowConsistency?: 'exact' | 'relaxed';
  @NestedField(() => RulePolicyBody, { description: 'also needs rules:publish' }) rulePolicy?: RulePolicyBody;
}

/** Body of `PATCH /organizations/{id}`: what is absent stays. */
export class ChangeOrganizationBody {
  @NameField({ max: limits.organizationNameCharacters }) name?: string;
  @CountryField() countryCode?: string;
  @TextField({
    max: 35,
    pattern: /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/,
    patternMessage: '$property must be a language tag such as pt-BR',
  })
  language?: string;
  @TimeZoneField({ description: 'also needs rules:publish', example: 'America/Sao_Paulo' }) timezone?: string;
  @TextField({ ...currency, description: 'also needs rules:publish' }) baseCurrency?: string;
  @TextArrayField({ max: 5, maxText: 4 }) reportingCurrencies?: string[];
  @TextArrayField({ max: 50, maxText: 4 }) currencyCodes?: string[];
  @IntegerField({ min: 0, max: 365 }) rateMaxAgeDays?: number;
  @NestedField(() => OrganizationSettingsBody) settings?: OrganizationSettingsBody;
}

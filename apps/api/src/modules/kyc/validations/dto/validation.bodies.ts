import {
  BooleanField,
  EnumField,
  IntegerField,
  JsonObjectField,
  LanguageField,
  NameField,
  PageQuery,
  QueryEnumList,
  TextArrayField,
  TextField,
  UuidField,
} from '../../../../platform/http/index.js';
import { AssigneeField } from '../../../casework/alerts/index.js';
import { linkLimits } from '../../links/index.js';
import { kycLimits } from '../domain/kyc-limits.js';
import { type ValidationStatus, validationStatuses } from '../domain/moves.js';

const address = {
  max: kycLimits.urlCharacters,
  pattern: /^https?:\/\/[^\s"<>]+$/,
  patternMessage: '$property must be a URL that starts with https:// or http://',
} as const;

/** Body of `POST /api/kyc/validations`. */
export class CreateValidationBody {
  @UuidField({ required: true, description: 'A person' }) entityId!: string;
  @TextField({ max: 100, description: 'Default: `global_tamis_document`' }) integrationCode?: string;
  @LanguageField({ description: 'Language of the page; default: that of the organization, then that of the device' })
  language?: string;
  @JsonObjectField({ description: 'Your own data, at most 10 KB' }) metadata?: Readonly<Record<string, unknown>>;
  @TextField({ max: kycLimits.workflowCharacters }) workflowId?: string;
  @TextField({ ...address, description: 'Stored and returned; configure webhooks at /webhook-config' })
  webhookUrl?: string;
  @TextArrayField({
    max: kycLimits.omittedWarnings,
    maxText: kycLimits.warningCharacters,
    description: 'Codes of warnings to ignore; hard checks always count',
  })
  omitWarnings?: string[];
  @BooleanField({
    description: 'Default false; no registry is connected, so true adds the warning REGISTRY_NOT_AVAILABLE',
  })
  doubleCheckRegistry?: boolean;
  @TextField({ ...address, description: 'URL to which the page redirects when the person has finished' })
  redirectUrl?: string;
  @IntegerField({ min: 1, max: linkLimits.expiryHours.most, description: 'Default 168' }) expiresInHours?: number;
  @BooleanField({ description: 'Default false; true replaces a validation that is still open' }) force?: boolean;
}

/** Body of `POST /api/kyc/validations/{id}/review`. */
export class ReviewValidationBody {
  @EnumField(['approved', 'rejected'], 'ReviewDecision', { required: true }) decision!: 'approved' | 'rejected';
  @NameField({ required: true, max: kycLimits.reasonCharacters }) reason!: string;
}

/** Query of `GET /api/kyc/validations`. */
export class ListValidationsQuery extends PageQuery {
  @UuidField() entityId?: string;
  @QueryEnumList(validationStatuses, 'ValidationStatus') status?: ValidationStatus[];
  @AssigneeField() assignedTo?: string;
}

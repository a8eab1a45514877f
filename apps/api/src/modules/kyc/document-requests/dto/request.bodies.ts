import {
  BooleanField,
  EmailField,
  IntegerField,
  LanguageField,
  NestedArrayField,
  PageQuery,
  QueryEnumList,
  TextField,
  TrimmedField,
  UuidField,
} from '../../../../platform/http/index.js';
import { linkLimits } from '../../links/index.js';
import { type RequestStatus, requestStatuses } from '../domain/document-request.js';
import { requestLimits } from '../domain/request-limits.js';

class AskedDocumentBody {
  @TrimmedField({
    ...{ required: true, max: requestLimits.labelCharacters },
    description: 'Its name on the page',
    example: 'Articles of incorporation',
  })
  label!: string;
  @BooleanField({ description: 'Default true: nothing can be submitted without it' }) required?: boolean;
}

/** Body of `POST /api/kyc/document-requests`. */
export class CreateDocumentRequestBody {
  @UuidField({ required: true, description: 'A person or a company' }) entityId!: string;
  @NestedArrayField(() => AskedDocumentBody, {
    ...{ required: true, min: 1, max: requestLimits.documents, unique: 'label' },
  })
  documents!: AskedDocumentBody[];
  @TextField({
    max: requestLimits.messageCharacters,
    description: 'Shown to the recipient in the email and on the page',
  })
  message?: string;
  @EmailField({ description: 'Default: the email of the entity' }) recipientEmail?: string;
  @LanguageField({ description: 'Language of the page; default: that of the organization, then that of the device' })
  language?: string;
  @IntegerField({ min: 1, max: linkLimits.expiryHours.most, description: 'Default 168' }) expiresInHours?: number;
}

/** Body of `POST /api/kyc/document-requests/{id}/accept` and of `…/cancel`. */
export class EndDocumentRequestBody {
  @TrimmedField({ max: requestLimits.reasonCharacters }) reason?: string;
}

/** Body of `POST /api/kyc/document-requests/{id}/discard`. */
export class DiscardDocumentRequestBody {
  @TrimmedField({ required: true, max: requestLimits.reasonCharacters }) reason!: string;
}

/** Query of `GET /api/kyc/document-requests`. */
export class ListDocumentRequestsQuery extends PageQuery {
  @UuidField() entityId?: string;
  @QueryEnumList(requestStatuses, 'DocumentRequestStatus') status?: RequestStatus[];
}

/** Query for sending a file from the page. */
export class FileNameQuery {
  @TextField({ max: requestLimits.fileNameCharacters, description: "Its name on the sender's device" })
  name?: string;
}

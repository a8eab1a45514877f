import { UuidField } from '../../../platform/http/index.js';

/** One stored record, by its one id. */
export class NamedRecordBody {
  @UuidField() entityId?: string;
  @UuidField() transactionId?: string;
  @UuidField() userEventId?: string;
}

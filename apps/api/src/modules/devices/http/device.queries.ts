import { QueryInteger, TextField } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';

/** Query of `GET /devices/entity/{entityId}`. */
export class ListDevicesQuery {
  @QueryInteger({ min: 1, max: limits.devicePageRows }) limit: number = limits.defaultPageRows;
  @QueryInteger({ min: 0 }) offset?: number;
  @TextField({ min: 1, max: 2_000, description: 'nextCursor of the page before, in place of offset' })
  cursor?: string;
}

/** Query of `GET /devices/entity/{entityId}/investigation-context`. */
export class InvestigationContextQuery {
  @QueryInteger({ min: 1, max: limits.contextDevices }) limit: number = limits.defaultPageRows;
}

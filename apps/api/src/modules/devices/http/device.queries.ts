import { QueryBoolean, QueryInteger, withPages } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';

/** Query of `GET /devices/entity/{entityId}`. */
export class ListDevicesQuery extends withPages(Object, limits.devicePageRows) {}

/** Query of `GET /devices/entity/{entityId}/investigation-context`. */
export class InvestigationContextQuery {
  @QueryBoolean({ description: 'Default false; true adds active direct relations in both directions' })
  includeRelatedEntities?: boolean;

  @QueryInteger({ min: 1, max: limits.contextDevices }) limit: number = limits.defaultPageRows;
}

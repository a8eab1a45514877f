import { isUnknown, readPath, type Environment } from '@tamis/lang';
import { isZone } from '@tamis/stdx';

/** The zone an entity lives in: that of its operational hours, else the organization's. */
export function entityZone(entityId: string, environment: Environment): string {
  const entity = environment.entity(entityId);
  const zone = isUnknown(entity) ? null : readPath(entity, ['operationalHours', 'timezone']);
  return typeof zone === 'string' && isZone(zone) ? zone : environment.timezone;
}

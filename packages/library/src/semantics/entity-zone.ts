import { isUnknown, readPath, type Environment, type Unknown } from '@tamis/lang';
import { isZone } from '@tamis/stdx';

/** Returns the timezone of an entity: that of its operational hours, otherwise that of the organization. */
export function entityZone(entityId: string, environment: Environment): string | Unknown {
  const entity = environment.entity(entityId);
  if (isUnknown(entity)) return entity;
  const zone = readPath(entity, ['operationalHours', 'timezone']);
  return typeof zone === 'string' && isZone(zone) ? zone : environment.timezone;
}

import { Injectable } from '@nestjs/common';

import { hasPermission, type Permission, type Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { type EntityContext, FindEntity } from '../../entities/index.js';
import { findImpossibleTravel } from '../domain/impossible-travel.js';
import { type RiskSignal, signalsOf } from '../domain/risk-signals.js';
import { type Activity, type ActivityPart, readActivity } from '../persistence/context-activity.js';
import { type DeviceInContext, readContextDevices } from '../persistence/context-devices.js';
import { type RelatedInContext, readRelated } from '../persistence/context-relations.js';
import { type ContextSummary, readSummary } from '../persistence/context-summary.js';

export interface ContextRequest {
  readonly entityId: string;
  /** The maximum number of devices. */
  readonly limit: number;
  /** Whether the entities related to it are also requested. */
  readonly withRelated: boolean;
}

/** The fields that are shown of an entity. */
export type EntitySummary = Pick<
  EntityContext,
  'id' | 'externalId' | 'name' | 'type' | 'taxId' | 'status' | 'riskScore'
>;

export interface InvestigationContext {
  readonly entity: EntitySummary;
  readonly summary: ContextSummary;
  readonly devices: readonly (DeviceInContext & { readonly riskSignals: readonly RiskSignal[] })[];
  readonly activity: Activity;
  /** `null` means not requested. */
  readonly related: readonly RelatedInContext[] | null;
}

/** Permissions required to see the parts that are not about devices. */
const permissionFor: Readonly<Record<ActivityPart, Permission>> = {
  events: 'events:read',
  transactions: 'transactions:read',
  alerts: 'alerts:read',
};

/** `GET /devices/entity/{entityId}/investigation-context`: returns what the devices of an entity reveal. Every list is limited. */
@Injectable()
export class ReadInvestigationContext {
  constructor(
    private readonly database: TenantDatabase,
    private readonly findEntity: FindEntity,
  ) {}

  /** Throws 404 `ENTITY_NOT_FOUND`. */
  async read({ organizationId, scopes }: Principal, asked: ContextRequest, now: Date): Promise<InvestigationContext> {
    const mayRead = (part: ActivityPart): boolean => hasPermission(scopes, permissionFor[part]);
    const entity = await this.findEntity.find(organizationId, { id: asked.entityId });
    const entityId = entity.id;
    return this.database.transaction(organizationId, async (client) => {
      const [summary, devices, activity, related] = await Promise.all([
        readSummary(client, organizationId, entityId, now),
        readContextDevices(client, { organizationId, entityId }, asked.limit, now),
        readActivity(client, { organizationId, entityId }, mayRead, now),
        asked.withRelated ? readRelated(client, organizationId, entityId) : null,
      ]);
      const travellers = findImpossibleTravel(activity.whereabouts);
      const withSignals = devices.map((found) => ({
        ...found,
        riskSignals: signalsOf({
          ...found,
          ...found.device,
          now,
          entityCountryCode: entity.countryCode,
          otherEntities: found.sharedWith.length,
          hasImpossibleTravel: travellers.has(found.device.deviceId),
        }),
      }));
      return { entity, summary, devices: withSignals, activity, related };
    });
  }
}

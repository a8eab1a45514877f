import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../platform/database/index.js';
import { ApiError } from '../../../platform/http/index.js';
import { type OutboxEvent, writeEvents } from '../../../platform/outbox/index.js';
import { type EntityRow, FindEntity, lockAndReadEntity } from '../entities/index.js';
import {
  type ActivationChange,
  type ActivationCountry,
  type ActivationStatus,
  type CountryActivation,
  withStatus,
} from './country-activation.js';
import { readActivations, readTimelines, saveStatusChange } from './activation-store.js';

export interface ActivationRequest {
  readonly entityId: string;
  readonly countryCode: ActivationCountry;
  readonly status: ActivationStatus;
}

/** The previous and current status of the entity in the requested country, and its status in all countries. */
export interface ChangedActivation {
  readonly entityId: string;
  readonly previousStatus: ActivationStatus;
  readonly changed: boolean;
  readonly activation: CountryActivation;
  readonly countries: readonly CountryActivation[];
}

@Injectable()
export class ChangeActivation {
  constructor(
    private readonly database: TenantDatabase,
    private readonly entities: FindEntity,
  ) {}

  /** Any status may follow any other; setting the current status changes nothing and reports no event. Throws 404 `ENTITY_NOT_FOUND`. */
  async change(principal: Principal, request: ActivationRequest): Promise<ChangedActivation> {
    const { organizationId } = principal;
    const { id } = await this.entities.find(organizationId, { id: request.entityId });
    return this.database.transaction(organizationId, async (client) => {
      const entity = await lockAndReadEntity(client, organizationId, id);
      if (!entity) throw new ApiError('ENTITY_NOT_FOUND', 'Entity not found');
      return this.changeInTransaction(client, principal, entity, request);
    });
  }

  private async changeInTransaction(
    client: Transaction,
    principal: Principal,
    entity: EntityRow,
    { countryCode, status }: ActivationRequest,
  ): Promise<ChangedActivation> {
    const of = { organizationId: principal.organizationId, entityId: entity.id };
    const before = await readActivations(client, of);
    const previous = before.find((each) => each.countryCode === countryCode)!;
    const base = { entityId: entity.id, previousStatus: previous.status };
    if (previous.status === status) return { ...base, changed: false, activation: previous, countries: before };
    // The time is read after the lock was acquired, so that changes are ordered as they were made.
    const now = new Date();
    const activation = withStatus(previous, status, now);
    const { type, id, name } = principal.actor;
    const change = { status, previousStatus: previous.status, changedAt: now, changedBy: { type, id, name } };
    await saveStatusChange(client, of, activation, change);
    const countries = before.map((each) => (each === previous ? activation : each));
    const timelines = await readTimelines(client, of);
    await writeEvents(client, [activationEvent(entity, activation, change, countries, timelines)]);
    await recordAudit(client, byPrincipal(principal), [
      {
        event: 'entity_country_activation_changed',
        resourceType: 'entity',
        resourceId: entity.id,
        summary: `${countryCode}: ${previous.status} changed to ${status}`,
        changes: { [countryCode]: { previous: previous.status, current: status } },
      },
    ]);
    return { ...base, changed: true, activation, countries };
  }
}

function activationEvent(
  { organizationId, id, externalId, name, type, taxId }: EntityRow,
  { countryCode }: CountryActivation,
  change: ActivationChange,
  countries: readonly CountryActivation[],
  timelines: ReadonlyMap<ActivationCountry, readonly ActivationChange[]>,
): OutboxEvent {
  return {
    organizationId,
    event: 'entity.country_activation_changed',
    payload: {
      entity: { id, externalId, name, type, taxId },
      countryCode,
      ...change,
      activeCountryCodes: countries.filter((each) => each.status === 'activated').map((each) => each.countryCode),
      countries: countries.map((each) => ({ ...each, timeline: timelines.get(each.countryCode) ?? [] })),
    },
  };
}

import { rawNumber } from '../../../platform/http/index.js';
import { deviceView } from '../domain/device-view.js';
import type { EntityShort, InvestigationContext } from '../use-cases/read-investigation-context.js';
import type { ContextEntityDto, InvestigationContextAnswerDto } from './context.dto.js';

export function contextView(context: InvestigationContext): InvestigationContextAnswerDto['data'] {
  const { entity, summary, devices, activity, related } = context;
  return {
    entity: entityShort(entity),
    summary,
    devices: devices.map(({ device, eventCount, transactionCount, addresses, riskSignals, sharedWith }) => ({
      ...deviceView(device),
      eventCount,
      transactionCount,
      ipAddresses: addresses,
      riskSignals,
      sharedWith,
    })),
    recentEvents: activity.events,
    recentTransactions: activity.transactions.map((one) => ({ ...one, amount: rawNumber(one.amount) })),
    openAlerts: activity.alerts,
    ...(related && { relatedEntities: related }),
  };
}

const entityShort = ({ id, externalId, name, type, taxId, status, riskScore }: EntityShort): ContextEntityDto => ({
  id,
  externalId,
  name,
  type,
  taxId,
  status,
  riskScore,
});

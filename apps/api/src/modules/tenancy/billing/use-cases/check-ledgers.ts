import {
  findOrganizations,
  inTransaction,
  type PgPool,
  type Transaction,
} from '../../../../platform/database/index.js';
import type { OpenExecutions } from '../domain/open-executions.js';
import { findLedgerFaults, findOpenReserves, type LedgerFault } from '../persistence/ledger-faults.js';

export interface LedgerCheck {
  readonly organizations: number;
  readonly faults: readonly LedgerFault[];
  readonly openReserves: number;
  /** 0 if nothing is reserved. */
  readonly oldestReserveSeconds: number;
}

/**
 * Recomputes the ledgers of all organizations, or of one. `executions` determines which executions have not ended, if available:
 * reservations of others are lost.
 */
export async function checkLedgers(
  pool: PgPool,
  executions: OpenExecutions | null,
  organizationId: string | null = null,
): Promise<LedgerCheck> {
  const organizations =
    organizationId === null
      ? await inTransaction(pool, null, (client) =>
          findOrganizations(client, 'billing accounts', 'select organization_id as id from billing_accounts'),
        )
      : [organizationId];
  const faults: LedgerFault[] = [];
  let openReserves = 0;
  let oldestReserveSeconds = 0;
  for (const each of organizations)
    await inTransaction(pool, each, async (client) => {
      faults.push(...(await findLedgerFaults(client, each)));
      const open = await findOpenReserves(client, each);
      openReserves += open.length;
      oldestReserveSeconds = Math.max(oldestReserveSeconds, open[0]?.ageSeconds ?? 0);
      const ids = open.map(({ executionId }) => executionId);
      if (executions && ids.length > 0) faults.push(...(await findLostReserves(client, executions, each, ids)));
    });
  return { organizations: organizations.length, faults, openReserves, oldestReserveSeconds };
}

async function findLostReserves(
  client: Transaction,
  executions: OpenExecutions,
  organizationId: string,
  executionIds: readonly string[],
): Promise<readonly LedgerFault[]> {
  const running = await executions.findOpen(client, organizationId, executionIds);
  const ended = executionIds.filter((id) => !running.has(id));
  if (ended.length === 0) return [];
  // Some may have been settled between the two queries.
  const lost = await findOpenReserves(client, organizationId, ended);
  return lost.map(({ executionId }) => ({ organizationId, fault: 'lost_reserve', at: executionId }));
}

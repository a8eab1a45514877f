import { takeTurn, type Transaction } from '../../../../platform/database/index.js';

/** Stores a new price of an integration, valid from now on; `null` for the list price. Returns the previous price. */
export async function storePrice(
  client: Transaction,
  organizationId: string,
  code: string,
  priceCents: number | null,
): Promise<number | null> {
  await takeTurn(client, `price ${organizationId} ${code}`);
  const { rows } = await client.query<{ version: number; priceCents: number | null }>(
    `select version, price_cents as "priceCents" from integration_prices where organization_id = $1 and code = $2
     order by version desc limit 1`,
    [organizationId, code],
  );
  await client.query(
    `insert into integration_prices (organization_id, code, version, price_cents, created_at) values ($1, $2, $3, $4, now())`,
    [organizationId, code, (rows[0]?.version ?? 0) + 1, priceCents],
  );
  return rows[0]?.priceCents ?? null;
}

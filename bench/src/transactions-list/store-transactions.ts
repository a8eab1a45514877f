import type pg from 'pg';

import type { ApiClient } from '../entities/api-client.js';

/** The values by which payments are found. */
export interface StoredTransactions {
  readonly entityId: string;
  /** A rule that hits one payment in a thousand, followed by one that hits every third. */
  readonly rareRuleId: string;
  readonly commonRuleId: string;
}

export const accountNumber = 'AR01-7788 12345690';

const ruleText = (key: string): string =>
  `rule ${key} "${key}" {\n  on transaction (created)\n  when transaction.amount >= 100 USD\n  then suggest FLAG\n}\n`;

const sample = (externalId: string) => ({
  ...{ externalId, type: 'PAYMENT', amount: 812.5, currency: 'USD', channel: 'web', paymentMethod: 'CARD' },
  ...{ originExternalId: 'busy', destinationName: 'Harris Inc', description: 'Rent of a house' },
  deviceDetails: { deviceId: 'device-0', ipAddress: '203.0.113.7', osName: 'Android' },
  originDetails: { accountNumber, bankName: 'Bank' },
  destinationDetails: { cardFingerprint: 'card-0', last4: '4242' },
});

/** The `id` of another payment and evaluation, in chronological order like those of the server. */
const idSql = `(left(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), 8) || '-'
  || right(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), 4) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;

const rowsSql = `generate_series(1, $2::int) n, lateral (select now() - n * interval '90 days' / $2::int as at) times`;

/**
 * Copies the sample, where one in a thousand has its device, address, account and card; JSON is as the server stores it, with its encrypted
 * number.
 */
const insertTransactions = `insert into transactions (organization_id, id, external_id, type, status, reason, payment_method, channel, amount, currency,
    amount_in_usd, description, origin_entity_id, origin_external_id, destination_entity_id, destination_name, origin_details,
    destination_details, device_details, metadata, risk_score, decision, flagged, last_evaluation_id, rule_set_version,
    last_risk_evaluation_at, status_history, transacted_at, created_at, updated_at)
  select $1, ${idSql}, 'p' || n, case n % 20 when 0 then 'REFUND' else s.type end, case n % 50 when 0 then 'DECLINED' else s.status end,
    s.reason, case n % 7 when 0 then 'PIX' else s.payment_method end, s.channel, n % 20000, case n % 9 when 0 then 'BRL' else 'USD' end,
    n % 20000, s.description, case n % 1000 when 0 then s.origin_entity_id else md5((n % 5000)::text)::uuid end, s.origin_external_id,
    md5((n % 700)::text)::uuid, s.destination_name,
    case n % 1000 when 0 then s.origin_details else json_build_object('accountNumber', 'number ' || n % 3000) end,
    json_build_object('cardFingerprint', 'card-' || n % 1000),
    json_build_object('deviceId', 'device-' || n % 1000, 'ipAddress', '203.0.' || n % 1000 / 250 || '.' || n % 250, 'osName', 'Android'),
    s.metadata, n % 101, case when n % 500 = 0 then 'REJECT' when n % 10 = 0 then 'HOLD' else 'APPROVE' end, n % 1000 = 0, ${idSql},
    s.rule_set_version, at, s.status_history, at, at, at
  from transactions s, ${rowsSql} where s.organization_id = $1 and s.external_id = 'sample'`;

const insertRuns = `insert into evaluations (organization_id, id, record_type, record_id, external_id, entity_ids, trigger, evaluation_type, stage,
    rule_set_version, rule_set_revision, now, evaluated_at, decision, risk_score, risk_level, total_score, outcome, applied, inputs,
    execution_time_ms, hit_rule_ids, unknown_rule_ids)
  select $1, t.last_evaluation_id, s.record_type, t.id, t.external_id, s.entity_ids, s.trigger, s.evaluation_type, s.stage, s.rule_set_version,
    s.rule_set_revision, t.transacted_at, t.transacted_at, t.decision, t.risk_score, s.risk_level, s.total_score, s.outcome, s.applied,
    s.inputs, s.execution_time_ms, case when t.amount % 1000 = 0 then array[$2::uuid] when t.amount % 3 = 0 then array[$3::uuid]
    else '{}' end, '{}'
  from (select * from evaluations where organization_id = $1 limit 1) s, transactions t
  where t.organization_id = $1 and t.external_id <> 'sample' order by t.transacted_at`;

/** Stores payments of ninety days, each with its evaluation; both are copies of what the server itself stored. */
export async function storeTransactions(
  pool: pg.Pool,
  client: ApiClient,
  organizationId: string,
  count: number,
): Promise<StoredTransactions> {
  const person = { type: 'person', name: 'A', countryCode: 'BR', externalId: 'busy' };
  const [made] = await client.sendAll([{ method: 'POST', path: '/entities', body: person }], 1, 201);
  const { entity } = JSON.parse(made!.text) as { readonly entity: { readonly id: string } };
  const ruleIds: string[] = [];
  for (const key of ['rare', 'common']) {
    const source = ruleText(key);
    const [answer] = await client.sendAll([{ method: 'POST', path: '/rules', body: { source } }], 1, 201);
    const { id } = (JSON.parse(answer!.text) as { readonly rule: { readonly id: string } }).rule;
    await client.sendAll([{ method: 'PATCH', path: `/rules/${id}`, body: { status: 'active' } }], 1, 200);
    ruleIds.push(id);
  }
  await client.sendAll([{ method: 'POST', path: '/transactions', body: sample('sample') }], 1, 201);
  await pool.query(insertTransactions, [organizationId, count]);
  await pool.query(insertRuns, [organizationId, ...ruleIds]);
  await pool.query('vacuum analyze transactions');
  await pool.query('vacuum analyze evaluations');
  await pool.query('vacuum analyze transaction_keys');
  return { entityId: entity.id, rareRuleId: ruleIds[0]!, commonRuleId: ruleIds[1]! };
}

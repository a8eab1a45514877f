import type { Context, Facts } from '@tamis/engine';

import type { Queryable } from '../../../../platform/database/index.js';
import type { AccountNumberCipher } from '../../../../platform/secrets/index.js';
import { openInputs, ownEvaluationsSql, type RecordType } from '../../evaluations/index.js';
import type { SampledRecord } from '../domain/field-values.js';

export interface SampleQuery {
  readonly recordType: RecordType;
  readonly from: Date;
  readonly to: Date;
  /** Maximum number of records, the newest ones. */
  readonly maxRecords: number;
  readonly numbers: AccountNumberCipher;
}

/** Maximum number of evaluations that are searched for records of the type. */
const maxEvaluations = 50_000;

/** Returns records as rules last saw them in a period, newest first. */
export async function sampleRecords(
  client: Queryable,
  organizationId: string,
  { recordType, from, to, maxRecords: records, numbers }: SampleQuery,
): Promise<readonly SampledRecord[]> {
  const { rows } = await client.query<{ recordId: string; now: Date; inputs: Buffer }>(
    `with newest as (
       select id, record_id, record_type, evaluated_at from ${ownEvaluationsSql} e
       where evaluated_at >= $3 and evaluated_at < $4 order by evaluated_at desc, id desc limit ${maxEvaluations}),
     last as (select distinct on (record_id) id, record_id, evaluated_at from newest where record_type = $2
       order by record_id, evaluated_at desc, id desc),
     chosen as (select id from last order by evaluated_at desc, id desc limit $5)
     select e.record_id as "recordId", e.now, e.inputs from chosen join ${ownEvaluationsSql} e on e.id = chosen.id
     order by e.evaluated_at desc, e.id desc`,
    [organizationId, recordType, from, to, records],
  );
  return rows.map(({ recordId, now, inputs }) => {
    const { context, facts } = openInputs(inputs, numbers);
    return { recordId, now, context: JSON.parse(context) as Context, facts: JSON.parse(facts) as Facts };
  });
}

import { answeredTables, ReferenceData } from '@tamis/lookup-tables';
import { canonicalJson } from '@tamis/stdx';

import { publishRule } from '../../../../test/support/publish-rule.js';
import { runDryRun } from '../../../../test/support/dry-run-calls.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { absentCall, unansweredCalls } from './domain/absences.js';
import { unpackInputs } from './persistence/packed-inputs.js';
import { readReferenceData } from './use-cases/resolve-reads.js';

const address = 'transaction.deviceDetails.ipAddress';

/** What each rule outputs for a payment in the title of its alert; an unknown value hits no rule. */
const told: Readonly<Record<string, [text: string, answer: string]>> = {
  country: [`ipCountry(${address})`, 'DE'],
  network: [`ipAsn(${address})`, '24,940'],
  hosting: [`ipFlag(${address}, "hosting")`, 'yes'],
  free: ['isFreeEmail(origin.person.email)', 'yes'],
  disposable: ['isDisposableEmail(origin.person.email)', 'no'],
  place: ['geoCountry(transaction.location)', 'AR'],
  holiday: ['isHoliday(transaction.transactedAt, "BR")', 'yes'],
  business: ['isBusinessDay(transaction.transactedAt, "AR")', 'yes'],
};

const unknown: readonly string[] = [
  `ipFlag(${address}, "vpn")`,
  'isHoliday(transaction.transactedAt, "XX")',
  'ipCountry("10.0.0.1")',
];

describe('reference data of the installation', () => {
  const api = useTestApi();
  const sourceOf = (key: string, text: string): string => `rule ${key} "${key}" {
  on transaction (created)
  let found = ${text}
  when found is present
  then alert LOW "${key} {found}"
}
`;
  let evaluationId: string;
  let titles: readonly string[];
  beforeAll(async () => {
    const email = { entityData: { person: { email: 'Ana@Gmail.com' } } };
    const person = { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'ana', ...email };
    expect((await api().call('/entities', { body: person })).status).toBe(201);
    for (const [key, [text]] of Object.entries(told)) await publishRule(api(), { source: sourceOf(key, text) });
    for (const [index, text] of unknown.entries())
      await publishRule(api(), { source: sourceOf(`unknown_${index}`, text) });
    const payment = {
      externalId: 'p-1',
      type: 'PAYMENT',
      amount: 10,
      currency: 'USD',
      originExternalId: 'ana',
      transactedAt: '2026-09-07T12:00:00Z',
      deviceDetails: { deviceId: 'd', ipAddress: '5.9.0.1' },
      locationDetails: { latitude: -34.6, longitude: -58.4 },
    };
    const { body, text } = await api().call('/transactions', { body: payment });
    if (!body.rulesResult) throw new Error(text);
    ({ evaluationId } = body.rulesResult);
    titles = body.rulesResult.alerts.map(({ title }: Body) => title);
  });

  it('answers rule lookups about IP addresses, emails, places and days', () => {
    const expected = Object.entries(told).map(([key, [, answer]]) => `${key} ${answer}`);
    expect([...titles].sort()).toEqual(expected.sort());
  });

  it('stores each value with its version, and a replay returns equal results', async () => {
    const { rows } = await api().pool.query<{ inputs: Buffer }>(
      'select inputs from evaluations where organization_id = $1 and id = $2',
      [api().production.organizationId, evaluationId],
    );
    const { reads } = JSON.parse(unpackInputs(rows[0]!.inputs).facts) as { reads: Record<string, Body> };
    const of = { kind: 'reference', table: 'ipCountry', argument: '5.9.0.1' };
    expect(reads[canonicalJson(of)]).toEqual({
      value: 'DE',
      version: expect.stringMatching(/^@ip-location-db\/asn-country 2\./),
    });
    for (const mode of ['inputs', 'recompute']) {
      const { body } = await api().call(`/evaluations/${evaluationId}/replay`, { body: { mode } });
      expect([mode, body.equal, body.differences]).toEqual([mode, true, []]);
    }
    const stored = { [canonicalJson(of)]: { value: 'ZZ', version: 'older' } };
    expect(await readReferenceData([{ ...of, kind: 'reference' }], stored)).toEqual(stored);
  });

  it('returns the same results in a dry run as in the live evaluation', async () => {
    const when = Object.values(told).map(([text]) => `(${text}) is present`);
    const source = `rule all "All" {\n  on transaction (created)\n  score 30\n  when ${when.join(' and ')}\n  then suggest FLAG\n}\n`;
    const period = { from: '2026-09-01T00:00:00Z', to: '2026-09-30T00:00:00Z' };
    const run = await runDryRun(api(), { source, ...period });
    expect(run).toMatchObject({
      status: 'completed',
      alerts: { perDay: { baseline: titles.length, candidate: titles.length } },
      decisions: expect.arrayContaining([{ decision: 'REVIEW_REQUIRED', baseline: 0, candidate: 1, change: 1 }]),
    });
  });

  it('reports source_unavailable exactly for the tables that are not installed', () => {
    const data = new ReferenceData(() => undefined);
    expect([...answeredTables, 'isBusinessDay'].filter((name) => absentCall(name) !== null)).toEqual([]);
    expect(unansweredCalls.filter((name) => answeredTables.includes(name))).toEqual([]);
    expect(data.lookUp('binBrand', '411111')).toEqual({ cause: 'source_unavailable' });
  });
});

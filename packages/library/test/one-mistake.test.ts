import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSource } from './check.js';

const source = readFileSync(join(__dirname, '../../../rules-fixtures/language/examples.rules'), 'utf8');
const lists = {
  findList: (name: string) => ({ id: name, name, type: types.get(name) ?? 'custom' }),
  findParty: () => true,
};
const types = new Map([
  ['6f1f0c1e-7a52-4c39-9b5b-0d2f3e8b7a11', 'company_blocklist'],
  ['b3c9d1d4-21f7-4d0c-8a44-5e5b6a1f9c20', 'keyword_list'],
]);

/** One mistake in the rules of the manual: the original text, its replacement, and the resulting code. */
const slips: readonly (readonly [string, string, string])[] = [
  ['origin.countryCode in HIGH_RISK or', 'origin.contryCode in HIGH_RISK or', 'E0201'],
  ['x >= 0.8 * reporting_limit', 'x >= 0.8 * reporting_limt', 'E0202'],
  ['x >= 0.8 * reporting_limit', 'x >= 0.8 * constructor', 'E0202'],
  ['x >= 0.8 * reporting_limit', 'x >= 0.8 * __proto__', 'E0202'],
  ['const SMALL_TICKET = 50 USD', 'const SMALL_TICKET = now', 'E0316'],
  ['step 500 USD', 'step 700 USD', 'E0313'],
  ['of type "keyword_list"', 'of type "custom"', 'E0504'],
  ['decide HOLD            from 60', 'decide HOLD            from 95', 'E0803'],
  ['transaction.paymentMethod = "CASH"\n', 'transaction.paymentMethod = "CSAH"\n', 'E0305'],
  ['54_000 BRL: hit', '54_000: hit', 'E0705'],
  ['expect score 25', 'expect score 26', 'E0706'],
  ['once per origin in 24h', 'once per orgin in 24h', 'E0202'],
  ['where near_limit(amount)) >= 3', 'where near_limt(amount)) >= 3', 'E0203'],
  ['where near_limit(amount)) >= 3', 'where near_limit(status)) >= 3', 'E0301'],
  ['count(distinct destination of', 'count(destination of', 'E0409'],
  ['from origin in last dormant_after)', 'from origin)', 'E0405'],
  ['at least 2 of {\n    ipCountry', 'at least 4 of {\n    ipCountry', 'E0305'],
  ['per deviceDetails.deviceId in last 7d)', 'per deviceDetails in last 7d)', 'E0402'],
  ['to fraud_devices because "Shared', 'to sanction_names because "Shared', 'E0503'],
  ['given list blocked_parties has', 'given list blocked_partys has', 'E0703'],
  ['suggest BLOCK\n       alert CRITICAL "Blocked', 'suggest BLOK\n       alert CRITICAL "Blocked', 'E0213'],
  ['unknown because origin.enrichment', 'unknown because origin.enrichmnt', 'E0201'],
  ['operational hours of origin\n', 'operational hours of origin.name\n', 'E0302'],
  ['at name_match_at using token_set', 'at name_match_at using tokens_set', 'E0213'],
  ['set status to blocked because "Possible sanctions match"', 'set status to blocked', 'E0804'],
  ['`@(mailinator', '`(?=@)(mailinator', 'E0601'],
  ['in list "Disposable domains"', 'in lists of type "domains"', 'E0506'],
  ['transactions involving person in', 'transactions involving origin in', 'E0208'],
  ['company.employeeCount <= 1,', 'company.employeeCount <= "1",', 'E0301'],
  ['for cash_over_limit, velocity_burst', 'for cash_over_limit, velocity_brust', 'E0214'],
  ['rule round_amounts', 'rule unusual_amount', 'E0204'],
  ['let here = transaction.location\n', 'let here = transaction.location\n  let now = here\n', 'E0206'],
];

it.each(slips)('%s written as %s is reported as one error', (right, wrong, code) => {
  const parts = source.split(right);
  expect(parts.length).toBeGreaterThan(1);
  const [first = '', ...rest] = parts;
  const errors = checkSource(first + wrong + rest.join(right), lists).diagnostics.filter(
    ({ severity }) => severity === 'error',
  );
  expect(errors.map((each) => each.code)).toEqual([code]);
});

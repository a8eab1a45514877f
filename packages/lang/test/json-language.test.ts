import { decodeConditions } from '../src/json/decode-conditions.js';
import { encodeConditions } from '../src/json/encode-conditions.js';
import { readExpression } from '../src/lower/read-rules.js';
import type { PathTarget } from '../src/index.js';
import { checkLeaf, leafNames } from './check-leaf.js';

const simple = (field: string, operator: string, more: object = {}) => ({ type: 'simple', field, operator, ...more });

describe('simple leaves', () => {
  test.each<[string, object]>([
    [
      'origin.taxId in lists of type "document_blocklist"',
      simple('originEntity.taxId', 'in_list_type', { value: 'document_blocklist' }),
    ],
    [
      'origin.taxId not in lists of type "document_blocklist"',
      simple('originEntity.taxId', 'not_in_list_type', { value: 'document_blocklist' }),
    ],
    [
      'transaction.transactedAt is outside operational hours of origin',
      simple('transactedAt', 'outside_entity_operational_hours', { value: 'origin' }),
    ],
    [
      'transaction.transactedAt is not inside operational hours of destination',
      simple('transactedAt', 'not_inside_entity_operational_hours', { value: 'destination' }),
    ],
    [
      'origin.registrationDate is within last 30d',
      simple('originEntity.registrationDate', 'within_last', { value: { amount: 30, unit: 'days' } }),
    ],
    [
      'origin.registrationDate is not within last period',
      simple('originEntity.registrationDate', 'not_within_last', { value: { amount: { $name: 'period' } } }),
    ],
    [
      'origin.name is similar to "ACME LTDA" at 88% using token_set',
      simple('originEntity.name', 'fuzzy_match', {
        value: 'ACME LTDA',
        options: { threshold: 0.88, algorithm: 'token_set' },
      }),
    ],
    [
      'origin.name is not similar to destination.name',
      simple('originEntity.name', 'not_fuzzy_match', { valueField: 'destinationEntity.name' }),
    ],
    [
      'origin.name is similar to any in blocked_parties at reporting_limit',
      simple('originEntity.name', 'fuzzy_match_custom_list', {
        value: { $name: 'blocked_parties' },
        options: { threshold: { $name: 'reporting_limit' } },
      }),
    ],
    [
      'exact(origin.name) is similar to any in list "Watch" at 120%',
      simple('originEntity.name', 'fuzzy_match_custom_list', {
        value: 'Watch',
        options: { collation: 'cs', threshold: { $percent: '120' } },
      }),
    ],
    ['transaction.reference matches `^A\\d+$`', simple('reference', 'matches', { value: '^A\\d+$' })],
    ['transaction.reference not matches "a`b"', simple('reference', 'not_matches', { value: 'a`b' })],
    ['transaction.reference matches period', simple('reference', 'matches', { value: { $name: 'period' } })],
    ['transaction.tags contains any of ["a", "b"]', simple('tags', 'contains_any', { value: ['a', 'b'] })],
    ['transaction.tags not contains any of ["a"]', simple('tags', 'contains_none', { value: ['a'] })],
    ['transaction.tags not contains all of ["a"]', simple('tags', 'not_contains_all', { value: ['a'] })],
    [
      'transaction.tags contains any of blocked_parties',
      simple('tags', 'contains_any_from_custom_list', { value: { $name: 'blocked_parties' } }),
    ],
    ['transaction.tags not contains any of list "x"', simple('tags', 'contains_none_from_custom_list', { value: 'x' })],
    ['transaction.amount is multiple of 1_000', simple('amount', 'is_multiple_of', { value: 1000 })],
    ['transaction.at is before 2026-12-01', simple('at', 'before', { value: { $date: '2026-12-01' } })],
    [
      'transaction.at is not after origin.createdAt',
      simple('at', 'not_after', { valueField: 'originEntity.createdAt' }),
    ],
    [
      'transaction.location is within 50 km of origin.location',
      simple('location', 'within_distance', {
        value: { distance: { $distance: '50 km' }, of: 'originEntity.location' },
      }),
    ],
    [
      'money(transaction.metadata.fee, transaction.metadata.feeCurrency) > 5 USD',
      simple('metadata.fee', 'gt', { value: { $money: '5 USD' }, options: { currencyOf: 'metadata.feeCurrency' } }),
    ],
    [
      'origin.enrichment["sanctions_screening"].hits > 0',
      simple('originEntity.enrichmentData.mapped.sanctions_screening.hits', 'gt', { value: 0 }),
    ],
    [
      'destination.normalized.shareCapital is empty',
      simple('destinationEntity.enrichmentData.normalized.shareCapital', 'is_empty'),
    ],
    ['transaction.metadata["KYC tier"] = "gold"', simple('metadata["KYC tier"]', 'eq', { value: 'gold' })],
  ])('%s', (text, json) => checkLeaf(text, json));

  test.each<[PathTarget, string, object]>([
    ['entity', 'enrichment["code"].x = 1', simple('enrichmentData.mapped.code.x', 'eq', { value: 1 })],
    ['entity', 'normalized.name is present', simple('enrichmentData.normalized.name', 'exists')],
    ['entity', 'entity.riskScore > 5', simple('riskScore', 'gt', { value: 5 })],
    ['entity', 'company.taxRegime = "x"', simple('entityData.company.taxRegime', 'eq', { value: 'x' })],
    [
      'entity',
      'entity.createdAt is outside operational hours of entity',
      simple('createdAt', 'outside_entity_operational_hours', { value: 'self' }),
    ],
    ['userEvent', 'event.type = "login"', simple('type', 'eq', { value: 'login' })],
    ['userEvent', 'entity.riskScore > 5', simple('entity.riskScore', 'gt', { value: 5 })],
    ['userEvent', 'device.isRooted', simple('device.isRooted', 'is_true')],
  ])('for target %s: %s', (target, text, json) => checkLeaf(text, json, target));
});

const vpn = simple('deviceDetails.isVpn', 'is_true');
const emulator = simple('deviceDetails.isEmulator', 'is_true');

describe('groups', () => {
  const two = '{ transaction.deviceDetails.isVpn, transaction.deviceDetails.isEmulator }';

  test.each<[string, object]>([
    [`at least 2 of ${two}`, { operator: 'AT_LEAST', count: 2, conditions: [vpn, emulator] }],
    [`none ${two}`, { operator: 'NONE', conditions: [vpn, emulator] }],
    [`all ${two}`, { operator: 'AND', style: 'block', conditions: [vpn, emulator] }],
    ['any { transaction.deviceDetails.isVpn }', { operator: 'OR', style: 'block', conditions: [vpn] }],
    [
      'transaction.deviceDetails.isVpn or any { transaction.deviceDetails.isEmulator }',
      { operator: 'OR', conditions: [vpn, { operator: 'OR', style: 'block', conditions: [emulator] }] },
    ],
  ])('%s', (text, json) => checkLeaf(text, json));

  test('the style of a group is preserved, also within an expression', () => {
    const text = 'count(transactions from origin in all time where all { isVpn, isEmulator }) > 1';
    const { expression } = readExpression(text);
    const json = encodeConditions(expression as never, { target: 'transaction', names: leafNames });
    const { condition } = decodeConditions(json, { target: 'transaction' });
    const style = (tree: unknown): unknown =>
      JSON.parse(JSON.stringify(tree).replace(/"range":\{.*?\}\}/g, '"range":null'));
    expect(JSON.stringify(style(condition))).toContain('"style":"block"');
    expect(encodeConditions(condition as never, { target: 'transaction', names: leafNames })).toEqual(json);
  });
});

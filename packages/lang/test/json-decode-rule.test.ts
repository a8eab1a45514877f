import { decodeActions } from '../src/json/decode-actions.js';
import { decodeConditions } from '../src/json/decode-conditions.js';
import { decodeRule } from '../src/json/decode-rule.js';
import { encodeConditions } from '../src/json/encode-conditions.js';
import { keyFromName } from '../src/json/rule-key.js';

const scope = { target: 'transaction' } as const;
const leaf = { field: 'amount', operator: 'gt', value: 5 };

describe('actions', () => {
  test('several keys in JSON become several lines of text, and a missing severity is accepted', () => {
    const { actions, diagnostics } = decodeActions(
      [
        { type: 'setCustomKeys', setCustomKeys: { keys: ['a', 'b'] } },
        { type: 'createAlert', createAlert: { title: 'x' } },
      ],
      scope,
    );
    expect(diagnostics).toEqual([]);
    expect(actions).toMatchObject([
      { kind: 'keyAction', key: 'a' },
      { kind: 'keyAction', key: 'b' },
      { kind: 'alertAction', severity: { text: 'MEDIUM' } },
    ]);
  });

  test.each<[unknown, string, string]>([
    [{ type: 'createAlert', createAlert: { title: '{a', severity: 'LOW' } }, 'E0605', 'actions[0].createAlert.title'],
    [{ type: 'createAlert', createAlert: { title: '{a +}' } }, 'E0604', 'actions[0].createAlert.title'],
    [{ type: 'createAlert', createAlert: {} }, 'E0104', 'actions[0].createAlert.title'],
    [{ type: 'createAlert', createAlert: { title: 'x', assigned: 'y' } }, 'E0213', 'actions[0].createAlert.assigned'],
    [{ type: 'createAlert', createAlert: { title: 'x', type: null }, tags: [null] }, 'E0104', 'actions[0].tags[0]'],
    [{ type: 'assignUser', assignUser: {} }, 'E0104', 'actions[0].assignUser.userId'],
    [{ type: 'assignUser', assignUser: { userId: 'u', teamId: 't' } }, 'E0213', 'actions[0].assignUser.teamId'],
    [{ type: 'createInvestigation', createInvestigation: {} }, 'E0104', 'actions[0].createInvestigation.name'],
    [
      { type: 'sendNotification', sendNotification: { channel: 'sms', message: 'x' } },
      'E0213',
      'actions[0].sendNotification.channel',
    ],
    [
      { type: 'sendNotification', sendNotification: { channel: 'email' } },
      'E0104',
      'actions[0].sendNotification.message',
    ],
    [{ type: 'createAlert', createAlert: { title: 'x', dedupeHours: 5 } }, 'E0104', 'actions[0].createAlert.dedupeKey'],
    [
      { type: 'createAlert', createAlert: { title: 'x', dedupeKey: 'a', dedupeHours: 'b' } },
      'E0107',
      'actions[0].createAlert.dedupeHours',
    ],
    [{ type: 'createAlert' }, 'E0104', 'actions[0].createAlert'],
    [{ type: 'suggestion', suggestion: { value: 'BLOKC' } }, 'E0213', 'actions[0].suggestion.value'],
    [{ type: 'suggestion', suggestion: { value: 'BLOCK' }, extra: 1 }, 'E0213', 'actions[0].extra'],
    [{ type: 'runAutomation', runAutomation: { automationId: 5 } }, 'E0101', 'actions[0].runAutomation.automationId'],
    [
      { type: 'addFieldToCustomList', addFieldToCustomList: { mappings: [] } },
      'E0104',
      'actions[0].addFieldToCustomList.mappings',
    ],
    [
      { type: 'addFieldToCustomList', addFieldToCustomList: { mappings: [{ fieldPath: 'a' }] } },
      'E0104',
      'actions[0].addFieldToCustomList.mappings[0].listId',
    ],
    [
      { type: 'updateEntityStatus', updateEntityStatus: { status: 'blocked', target: 'orign' } },
      'E0213',
      'actions[0].updateEntityStatus.target',
    ],
    ['x', 'E0101', 'actions[0]'],
  ])('%j', (json, code, path) => {
    const words = () => ['LOW', 'MEDIUM', 'BLOCK', 'blocked'];
    expect(decodeActions([json], scope, words)).toMatchObject({ actions: null, diagnostics: [{ code, path }] });
  });
});

describe('a rule', () => {
  const rule = { name: 'Déjà vu: 3 times!', conditions: leaf };

  test('gets its key from its name', () => {
    expect(decodeRule(rule).rule?.key.text).toBe('deja_vu_3_times');
    expect([keyFromName('When'), keyFromName('3 x'), keyFromName('日本')]).toEqual(['rule_when', 'rule_3_x', null]);
    expect(keyFromName('a'.repeat(63) + ' b')).toBe('a'.repeat(63));
  });

  test('accepts triggers under either name', () => {
    const json = { ...rule, targetEntityTypes: ['person', 'company'], triggers: ['entity_created', 'enriched'] };
    expect(decodeRule(json).rule?.on).toMatchObject({
      targets: [{ text: 'person' }, { text: 'company' }],
      triggers: [{ text: 'created' }, { text: 'enriched' }],
    });
  });

  test.each<[object, string, string]>([
    [{ targetEntityTypes: ['transactions'] }, 'E0213', 'targetEntityTypes[0]'],
    [{ targetEntityTypes: [] }, 'E0104', 'targetEntityTypes'],
    [{ targetEntityTypes: ['transaction', 'person'] }, 'E0213', 'targetEntityTypes'],
    [{ targetEntityTypes: ['person'], triggers: ['transaction_created'] }, 'E0213', 'triggers[0]'],
    [{ triggers: ['created'] }, 'E0104', 'targetEntityTypes'],
    [{ score: 'high' }, 'E0101', 'score'],
    [{ key: 'when' }, 'E0111', 'key'],
    [{ name: '日本' }, 'E0104', 'key'],
    [{ conditions: null }, 'E0104', 'conditions'],
    [{ conditons: {} }, 'E0213', 'conditons'],
    [{ riskMatrixIds: ['6f1f0c1e-7a52-4c39-9b5b-0d2f3e8b7a11'] }, 'E0101', 'riskMatrixIds[0]'],
    [{ riskMatrixIds: Array(11).fill('m') }, 'E0915', 'riskMatrixIds'],
    [{ riskMatrixIds: ['a'], riskMatrixId: 'b' }, 'E0213', 'riskMatrixId'],
    [{ tags: Array(21).fill('t') }, 'E0915', 'tags'],
    [{ tags: 'x' }, 'E0101', 'tags'],
    [{ scope: { countrys: ['BR'] } }, 'E0213', 'scope.countrys'],
    [{ scope: { countries: 'BR' } }, 'E0101', 'scope.countries'],
    [{ scope: { temporalWindow: { to: '2026-12-01' } } }, 'E0104', 'scope.temporalWindow.from'],
    [{ scope: { temporalWindow: { from: '2026-02-30' } } }, 'E0107', 'scope.temporalWindow.from'],
    [{ meta: { a: null } }, 'E0101', 'meta.a'],
    [{ meta: { a: 'x'.repeat(4000), b: 'x'.repeat(100) } }, 'E0915', 'meta'],
    [{ meta: [] }, 'E0101', 'meta'],
    [{ owner: 'x'.repeat(201) }, 'E0906', 'owner'],
    [{ reference: 5 }, 'E0101', 'reference'],
    [{ stopOnMatch: 'yes' }, 'E0101', 'stopOnMatch'],
    [{ let: [{ name: 'x y', value: 1 }] }, 'E0101', 'let[0].name'],
    [{ let: [{ name: 'x', value: { $op: '%', args: [1, 2] } }] }, 'E0213', 'let[0].value.$op'],
  ])('rejects %j', (json, code, path) => {
    expect(decodeRule({ ...rule, ...json })).toMatchObject({ rule: null, diagnostics: [{ code, path }] });
  });

  test('keeps the digits of a number that no double can represent', () => {
    const { condition } = decodeConditions({ ...leaf, value: { $number: '0.12345678901234567890123' } }, scope);
    expect(encodeConditions(condition as never, { ...scope, names: new Map() }).conditions[0]).toMatchObject({
      value: { $number: '0.12345678901234567890123' },
    });
  });
});

import { sameTree } from '../src/ast/same-tree.js';
import { decodeActions } from '../src/json/decode-actions.js';
import { encodeRule } from '../src/json/encode-rule.js';
import { readRules } from '../src/lower/read-rules.js';

const words = (place: string): readonly string[] =>
  place === 'severity' ? ['LOW', 'MEDIUM', 'HIGH'] : ['SUSPEND', 'under_review', 'blocked', 'SUSPENDED'];

/** Each action in both forms. */
test.each<[string, object]>([
  [
    'alert MEDIUM "{origin.name}: {sent_1h} payments in one hour" once per origin in 24h',
    {
      type: 'createAlert',
      createAlert: {
        severity: 'MEDIUM',
        title: '{origin.name}: {sent_1h} payments in one hour',
        dedupeKey: 'originEntityId',
        dedupeHours: 24,
      },
    },
  ],
  [
    'alert HIGH "x" once per transaction.channel in 30m with { type: "AML", assignedTo: "desk", tags: ["a", "b"] }',
    {
      type: 'createAlert',
      createAlert: {
        severity: 'HIGH',
        title: 'x',
        dedupeKey: 'channel',
        dedupeHours: { $duration: '30m' },
        type: 'AML',
        assignedTo: 'desk',
      },
      tags: ['a', 'b'],
    },
  ],
  ['suggest SUSPEND', { type: 'suggestion', suggestion: { value: 'SUSPEND' } }],
  ['suggest SUSPEND with { tags: ["a"] }', { type: 'suggestion', suggestion: { value: 'SUSPEND' }, tags: ['a'] }],
  [
    'set status of origin to under_review',
    { type: 'updateEntityStatus', updateEntityStatus: { target: 'origin', status: 'under_review' } },
  ],
  [
    'set status of transaction to SUSPENDED because "x"',
    { type: 'updateTransactionStatus', updateTransactionStatus: { status: 'SUSPENDED', reason: 'x' } },
  ],
  ['assign to team "sanctions-desk"', { type: 'assignUser', assignUser: { teamId: 'sanctions-desk' } }],
  ['assign to user "u-1"', { type: 'assignUser', assignUser: { userId: 'u-1' } }],
  [
    'add transaction.deviceDetails.ipAddress to list "0a7de7f0", origin.taxId to watched because "Card testing"',
    {
      type: 'addFieldToCustomList',
      addFieldToCustomList: {
        mappings: [
          { fieldPath: 'deviceDetails.ipAddress', listId: '0a7de7f0' },
          { fieldPath: 'originEntity.taxId', listId: '$watched' },
        ],
        reason: 'Card testing',
      },
    },
  ],
  [
    'open case MEDIUM "Review of {entity.name}" with { dueInHours: 48 }',
    {
      type: 'createInvestigation',
      createInvestigation: { priority: 'MEDIUM', name: 'Review of {entity.name}', dueInHours: 48 },
    },
  ],
  ['run automation "a-1"', { type: 'runAutomation', runAutomation: { automationId: 'a-1' } }],
  [
    'notify email "{origin.name} was stopped" with { recipients: ["a@example.org"] }',
    {
      type: 'sendNotification',
      sendNotification: { channel: 'email', message: '{origin.name} was stopped', recipients: ['a@example.org'] },
    },
  ],
  [
    'notify in_app "" with { template: "stopped" }',
    { type: 'sendNotification', sendNotification: { channel: 'in_app', template: 'stopped' } },
  ],
  ['key "geo_mismatch"', { type: 'setCustomKeys', setCustomKeys: { keys: ['geo_mismatch'] } }],
])('%s', (text, json) => {
  const { file, diagnostics } = readRules(`rule r {\n  on transaction\n  when transaction.x\n  then ${text}\n}`);
  expect(diagnostics).toEqual([]);
  const [rule] = file.rules;
  expect(encodeRule(rule as never).actions).toEqual([json]);
  const decoded = decodeActions([json], { target: 'transaction' }, words);
  expect(decoded.diagnostics).toEqual([]);
  expect(sameTree(decoded.actions, rule?.actions)).toBe(true);
});

import { TokenBucket } from './domain/token-bucket.js';
import { channelOf, channelsOf, eventPermissions, parseRoom } from './domain/room.js';
import { mapEvent, mappedEvents } from './domain/socket-events.js';
import type { Principal } from '../../../platform/auth/index.js';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const from = { ipAddress: '127.0.0.1', userAgent: null, requestId: 'r' };

describe('mapping of events to socket messages', () => {
  it('sends a notification only to its recipient', () => {
    const payload = { userId: id, id: 'n', title: 'Seen', body: 'a payment', link: '/transactions/1', ruleId: 'r' };
    expect(mapEvent({ event: 'notification', payload })).toEqual({
      name: 'notification',
      permission: null,
      rooms: [`user:${id}`],
      body: { id: 'n', title: 'Seen', body: 'a payment', link: '/transactions/1' },
      isTransient: false,
    });
  });

  it('sends the analysis of a payment to the rooms of both parties', () => {
    const ran = { evaluationId: 'e', ruleSetVersion: 'rs_1', riskScore: 20, decision: 'APPROVE', totalRules: 3 };
    const payload = { transaction: { id, amount: 5 }, entityIds: ['a', 'b', 'a'], ...ran };
    expect(mapEvent({ event: 'risk_analysis_transaction_executed', payload })).toMatchObject({
      rooms: ['org', 'entity:a', 'entity:b'],
      body: { evaluationId: 'e', ruleSetVersion: 'rs_1', transactionId: id, riskScore: 20, decision: 'APPROVE' },
    });
  });

  it.each(mappedEvents)('%s, sent to rooms that its listeners may join', (event) => {
    const ids = ['entityId', 'transactionId', 'ruleId', 'jobId', 'dryRunId', 'id', 'userId', 'webhookId'];
    const named = Object.fromEntries(ids.map((name) => [name, id]));
    const records = { entity: { id }, entityIds: [id], validation: named };
    const payload = { ...named, ...records, caseId: id, event: 'rule.triggered' };
    const { rooms, permission } = mapEvent({ event, payload })!;
    expect(rooms).not.toEqual([]);
    for (const room of rooms) {
      const [kind] = room.split(':') as [keyof typeof eventPermissions | 'user'];
      if (permission === null) expect(kind).toBe('user');
      else expect(eventPermissions[kind as keyof typeof eventPermissions]).toContainEqual(permission);
    }
  });

  it.each(['mail.invitation', 'mail.notification', 'rule.triggered', 'alert.resolved', 'constructor', '__proto__'])(
    'sends nothing of %s',
    (event) => expect(mapEvent({ event, payload: { to: 'ana@example.com' } })).toBeNull(),
  );
});

describe('channels of a socket', () => {
  const principal = (type: 'user' | 'api_key', ...scopes: readonly string[]): Principal => ({
    organizationId: 'own',
    actor: { type, id, name: 'Ana', email: null },
    scopes: new Set(scopes),
    from,
  });

  it('requires the permission of the event and includes the organization', () => {
    const rooms = [parseRoom(`entity:${id}`)!, parseRoom('inbox')!];
    expect(channelsOf(principal('user', 'entities:read', 'cases:read'), rooms)).toEqual([
      'own entities:read org',
      `own all user:${id}`,
      `own entities:read entity:${id}`,
      'own cases:read inbox',
    ]);
    expect(channelsOf(principal('api_key', 'transactions:create'), [])).toEqual(['own batch:read org']);
  });

  it('sends an event of a simulated webhook only to callers who may read everything it contains', () => {
    const rooms = [parseRoom(`webhook:${id}`)!];
    const simulated = (event: string) =>
      mapEvent({ event: 'webhook-delivery:simulated', payload: { webhookId: id, event } })!.permission;
    const hears = (event: string, ...scopes: readonly string[]): boolean =>
      channelsOf(principal('user', 'webhooks:read', ...scopes), rooms).includes(
        channelOf('own', `webhook:${id}`, simulated(event)),
      );
    expect([hears('alert.created'), hears('alert.created', 'alerts:read')]).toEqual([false, true]);
    const some = ['rules:read', 'entities:read', 'transactions:read'];
    expect([hears('rule.triggered', ...some), hears('rule.triggered', ...some, 'events:read')]).toEqual([false, true]);
    expect(hears('webhook.test')).toBe(true);
  });

  it.each(['', 'org', 'entity', 'entity:', 'entity:1', `user:${id}`, `org:${id}`, `entity:${id}:x`, `Entity:${id}`])(
    'rejects the room name %j',
    (name) => expect(parseRoom(name)).toBeNull(),
  );
});

it('allows a small burst of calls, and refills by the same number in each period', () => {
  const budget = new TokenBucket({ calls: 3, periodMs: 300 }, 0);
  const takes = (nowMs: number, times: number): boolean[] => Array.from({ length: times }, () => budget.tryTake(nowMs));
  expect(takes(0, 4)).toEqual([true, true, true, false]);
  expect(takes(100, 2)).toEqual([true, false]);
  expect(takes(10_000, 4)).toEqual([true, true, true, false]);
});

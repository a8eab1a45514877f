import type { PersonAgent } from '../../../../test/support/person-agent.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { usePeople } from '../../../../test/support/use-people.js';
import { newId } from '../../../platform/database/index.js';

const alerts = '/intelligence/alerts';
const cases = '/intelligence/investigations';

/** Returns a cursor with another value at a place of its content. */
function altered(cursor: string, place: number, value: unknown): string {
  const content = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
  return Buffer.from(JSON.stringify(content.map((each, at) => (at === place ? value : each)))).toString('base64url');
}

describe('bulk work on alerts', () => {
  const { owner, joined } = usePeople();
  let first: PersonAgent;
  let second: PersonAgent;
  let foreign: PersonAgent;
  let editor: PersonAgent;
  let entityId: string;
  let count = 0;

  beforeAll(async () => {
    const boss = await owner();
    const { id } = boss.production;
    const roles = (await boss.inOrganization(id).call('/roles')).body.roles as readonly Body[];
    const admin = roles.find(({ name }) => name === 'Admin')!.id as string;
    first = boss.inOrganization(id);
    second = (await joined(boss, { roleId: admin })).inOrganization(id);
    const permissions = ['alerts:read', 'alerts:edit'];
    const { role } = (await first.call('/roles', { body: { name: 'Editor', permissions } })).body;
    editor = (await joined(boss, { roleId: role.id })).inOrganization(id);
    const other = await owner();
    foreign = other.inOrganization(other.production.id);
    const entity = { type: 'person', name: 'Padaria Souza', externalId: 'bakery', countryCode: 'BR' };
    entityId = (await first.call('/entities', { body: entity })).body.entity.id as string;
  });

  const send = async (path: string, body: object, by: PersonAgent = first, status = 200): Promise<Body> => {
    const answer = await by.call(path, { body });
    expect([answer.status, answer.text]).toEqual([status, answer.text]);
    return answer.body;
  };
  /** Creates alerts in a category of their own, so that tests do not affect each other. */
  const raise = async (severities: readonly string[]): Promise<{ category: string; ids: readonly string[] }> => {
    const category = `c${(count += 1)}`;
    const ids: string[] = [];
    for (const [index, severity] of severities.entries()) {
      const body = { name: `${category} ${index}`, severity, category, targetEntityId: entityId };
      ids.push((await send(alerts, body, first, 201)).alert.id as string);
    }
    return { category, ids };
  };
  const alertOf = async (id: string): Promise<Body> => (await first.call(`${alerts}/${id}`)).body.alert;
  const eventsOf = async (id: string): Promise<readonly string[]> =>
    ((await first.call(`${alerts}/${id}`)).body.timeline as readonly Body[]).map(({ event }) => event as string);

  it('lists the most urgent first, page by page, each alert once', async () => {
    const { category } = await raise(['LOW', 'CRITICAL', 'HIGH', 'LOW', 'CRITICAL', 'MEDIUM', 'HIGH']);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const path = `${alerts}?sortBy=urgency&category=${category}&limit=3${cursor ? `&cursor=${cursor}` : ''}`;
      const { alerts: page, pagination } = (await first.call(path)).body;
      expect(pagination.total).toBe(7);
      seen.push(...(page as readonly Body[]).map(({ name, severity }) => `${severity} ${name.split(' ')[1]}`));
      cursor = pagination.nextCursor as string | null;
    }
    expect(seen).toEqual(['CRITICAL 4', 'CRITICAL 1', 'HIGH 6', 'HIGH 2', 'MEDIUM 5', 'LOW 3', 'LOW 0']);
    const offset = await first.call(`${alerts}?sortBy=urgency&category=${category}&limit=2&offset=5`);
    expect((offset.body.alerts as readonly Body[]).map(({ name }) => name)).toEqual([`${category} 3`, `${category} 0`]);
  });

  it('filters by priority and by the name of the alert or its entity', async () => {
    const { category } = await raise(['LOW', 'HIGH']);
    const found = async (query: string): Promise<number> =>
      (await first.call(`${alerts}?category=${category}&${query}`)).body.count as number;
    expect(await found('priority=HIGH,CRITICAL')).toBe(1);
    expect(await found('search=souza')).toBe(2);
    expect(await found('search=BAKERY')).toBe(2);
    expect(await found(`search=${category}%201`)).toBe(1);
    expect(await found('search=%25')).toBe(0);
    const name = `${category} Remessa à Índia`;
    await send(alerts, { name, severity: 'LOW', category, targetEntityId: entityId }, first, 201);
    for (const text of ['a india', 'À índia', 'S\u00f3uza'.normalize('NFD')])
      expect([text, await found(`search=${encodeURIComponent(text)}`)]).toEqual([
        text,
        text.endsWith('a') && text.length > 6 ? 1 : 3,
      ]);
  });

  it.each([
    ['a cursor of another order', (at: string) => `sortBy=createdAt&cursor=${at}`],
    ['a cursor that was made up', () => 'sortBy=urgency&cursor=W10'],
    ['a cursor of another filter', (at: string) => `sortBy=urgency&severity=LOW&cursor=${at}`],
    ['a cursor with another id', (at: string) => `sortBy=urgency&cursor=${altered(at, 1, '-'.repeat(36))}`],
    ['a cursor of the year 0', (at: string) => `sortBy=urgency&cursor=${altered(at, 0, '3 0000-01-01T00:00:00Z')}`],
    ['a cursor of no time', (at: string) => `sortBy=urgency&cursor=${altered(at, 0, '3 2026-02-30T00:00:00Z')}`],
  ])('rejects %s', async (_, query) => {
    await raise(['LOW', 'LOW']);
    const { pagination } = (await first.call(`${alerts}?sortBy=urgency&limit=1`)).body;
    const answer = await first.call(`${alerts}?${query(pagination.nextCursor as string)}`);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_CURSOR']);
  });

  it('changes or rejects each alert on its own, and returns the counts', async () => {
    const { ids } = await raise(['LOW', 'LOW', 'LOW']);
    await send(`${alerts}/${ids[0]}/resolve`, {});
    const unknown = newId();
    const alertIds = [...ids, ids[1]!.toUpperCase(), unknown];
    const body = { action: 'resolve', alertIds, resolution: 'FALSE_POSITIVE', reason: 'A salary' };
    const { matched, succeeded, changed, failed, nextAfter } = await send(`${alerts}/bulk`, body);
    expect([matched, succeeded, nextAfter]).toEqual([4, 2, null]);
    expect((changed as readonly Body[]).map(({ alertId }) => alertId)).toEqual([ids[1], ids[2]]);
    expect((failed as readonly Body[]).map(({ alertId, code }) => [alertId, code])).toEqual([
      [ids[0], 'ALREADY_RESOLVED'],
      [unknown, 'NOT_FOUND'],
    ]);
    expect(await alertOf(ids[1]!)).toMatchObject({ status: 'RESOLVED', resolution: 'FALSE_POSITIVE' });
    expect(await eventsOf(ids[1]!)).toContain('alert_resolved');
  });

  it('runs once per idempotency key', async () => {
    const { ids } = await raise(['LOW']);
    const call = { body: { action: 'acknowledge', alertIds: ids }, headers: { 'idempotency-key': newId() } };
    const [one, two] = [await first.call(`${alerts}/bulk`, call), await first.call(`${alerts}/bulk`, call)];
    expect(two.text).toBe(one.text);
    expect((await eventsOf(ids[0]!)).filter((event) => event === 'alert_acknowledged')).toHaveLength(1);
  });

  it('changes what a filter matched when it was viewed, and nothing that was added or changed since', async () => {
    const { category, ids } = await raise(['LOW', 'HIGH', 'HIGH']);
    const { asOf } = (await first.call(`${alerts}?category=${category}`)).body;
    await send(`${alerts}/bulk`, { action: 'assign', alertIds: [ids[1]], assignedTo: 'me' }, second);
    const later = { name: 'later', severity: 'LOW', category, targetEntityId: entityId };
    const { alert } = await send(alerts, later, first, 201);
    const body = { action: 'resolve', filter: { category }, asOf };
    const { matched, succeeded, failed } = await send(`${alerts}/bulk`, body);
    expect([matched, succeeded]).toEqual([3, 2]);
    expect((failed as readonly Body[]).map(({ alertId, code }) => [alertId, code])).toEqual([
      [ids[1], 'VERSION_CONFLICT'],
    ]);
    expect((await alertOf(alert.id as string)).status).toBe('OPEN');
  });

  it('continues after a given alert when a filter matches more than one request can change', async () => {
    const { category, ids } = await raise(['LOW', 'LOW', 'LOW']);
    const body = { action: 'acknowledge', filter: { category }, after: ids[1] };
    expect(await send(`${alerts}/bulk`, body)).toMatchObject({ matched: 1, succeeded: 1, nextAfter: null });
    expect([(await alertOf(ids[1]!)).status, (await alertOf(ids[2]!)).status]).toEqual(['OPEN', 'IN_PROGRESS']);
  });

  it.each<[string, object, string]>([
    ['neither ids nor a filter', { action: 'acknowledge' }, 'alertIds'],
    ['both', { action: 'acknowledge', alertIds: [newId()], filter: {} }, 'alertIds'],
    ['no status to move to', { action: 'move', filter: {} }, 'status'],
    ['nobody to assign to', { action: 'assign', filter: {} }, 'assignedTo'],
    ['somebody who is no member', { action: 'assign', filter: {}, assignedTo: newId() }, 'assignedTo'],
    ['what goes with another action', { action: 'acknowledge', filter: {}, resolution: 'OTHER' }, 'resolution'],
    ['a place without a filter', { action: 'acknowledge', alertIds: [newId()], after: newId() }, 'after'],
    ['too many', { action: 'acknowledge', alertIds: Array.from({ length: 501 }, () => newId()) }, 'alertIds'],
  ])('refuses %s', async (_, body, field) => {
    const { error } = await send(`${alerts}/bulk`, body, first, 400);
    expect(Object.keys(error.details as object)).toEqual([field]);
  });

  it('does not change alerts of other organizations, or anything that the role does not permit', async () => {
    const { ids, category } = await raise(['LOW']);
    const named = { action: 'acknowledge', alertIds: ids };
    expect(await send(`${alerts}/bulk`, named, foreign)).toMatchObject({
      succeeded: 0,
      failed: [{ code: 'NOT_FOUND' }],
    });
    const filtered = { action: 'acknowledge', filter: { category } };
    expect(await send(`${alerts}/bulk`, filtered, foreign)).toMatchObject({ matched: 0 });
    const { changed } = await send(`${alerts}/bulk`, named);
    expect(await send(`${alerts}/revert`, { changes: changed }, foreign)).toMatchObject({
      succeeded: 0,
      failed: [{ code: 'NOT_FOUND' }],
    });
    expect((await alertOf(ids[0]!)).status).toBe('IN_PROGRESS');
  });

  it('gives concurrent callers who ask for the next alert different ones, and never one that is taken', async () => {
    const { category, ids } = await raise(['LOW', 'CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'LOW']);
    const filter = { category };
    const taken = await Promise.all(
      [first, second, first, second, first, second, first, second].map((by) => send(`${alerts}/next`, { filter }, by)),
    );
    const given = taken.flatMap(({ alert }) => (alert === null ? [] : [alert.id as string]));
    expect([given.length, new Set(given)]).toEqual([6, new Set(ids)]);
    const { body } = await first.call(`${alerts}?category=${category}&assignedTo=unassigned`);
    expect(body.count).toBe(0);
  });

  it('assigns the most urgent alert first', async () => {
    const { category, ids } = await raise(['LOW', 'CRITICAL', 'HIGH']);
    const order: string[] = [];
    for (let turn = 0; turn < 3; turn += 1)
      order.push((await send(`${alerts}/next`, { filter: { category } })).alert.id as string);
    expect(order).toEqual([ids[1], ids[2], ids[0]]);
  });

  it('undoes an action to the previous state, and records both in the audit log', async () => {
    const { ids } = await raise(['LOW', 'LOW']);
    const before = await Promise.all(ids.map(alertOf));
    const steps = [
      { action: 'acknowledge' },
      { action: 'assign', assignedTo: 'me', reason: 'mine' },
      { action: 'move', status: 'ESCALATED' },
      { action: 'resolve', resolution: 'CONFIRMED_RISK', reason: 'a mule' },
    ];
    const made: (readonly Body[])[] = [];
    for (const step of steps)
      made.push((await send(`${alerts}/bulk`, { ...step, alertIds: ids })).changed as readonly Body[]);
    const [, , , last] = made;
    const taken = await send(`${alerts}/revert`, { changes: last });
    expect([taken.matched, taken.succeeded, taken.failed]).toEqual([2, 2, []]);
    expect(await alertOf(ids[0]!)).toMatchObject({ status: 'ESCALATED', resolution: null, resolvedAt: null });
    expect((await eventsOf(ids[0]!)).slice(0, 2)).toEqual(['alert_updated', 'alert_resolved']);
    // An earlier step is no longer the newest change.
    const { failed } = await send(`${alerts}/revert`, { changes: made[0] });
    expect((failed as readonly Body[]).map(({ code }) => code)).toEqual(['VERSION_CONFLICT', 'VERSION_CONFLICT']);
    // Reverting a revert restores the change, so every step can be undone.
    const again = await send(`${alerts}/revert`, { changes: taken.changed });
    expect(again.succeeded).toBe(2);
    expect(await alertOf(ids[0]!)).toMatchObject({ status: 'RESOLVED', resolution: 'CONFIRMED_RISK' });

    const { ids: fresh } = await raise(['LOW']);
    for (const step of steps.slice(0, 2)) {
      const was = await alertOf(fresh[0]!);
      const { changed } = await send(`${alerts}/bulk`, { ...step, alertIds: fresh });
      await send(`${alerts}/revert`, { changes: changed });
      const { updatedAt: _, ...now } = await alertOf(fresh[0]!);
      expect(was).toMatchObject(now);
    }
    expect(before[0]!.status).toBe('OPEN');
  });

  it('does not resolve or reopen alerts by undo for a caller without that permission', async () => {
    const { ids: alertIds } = await raise(['LOW']);
    const { changed } = await send(`${alerts}/bulk`, { action: 'resolve', alertIds });
    await send(`${alerts}/revert`, { changes: changed }, editor, 403);
    const reopen = { action: 'move', status: 'IN_PROGRESS', reason: 'seen again', alertIds };
    const reopened = await send(`${alerts}/bulk`, reopen, editor);
    await send(`${alerts}/revert`, { changes: reopened.changed }, editor, 403);
    expect(await alertOf(alertIds[0]!)).toMatchObject({ status: 'IN_PROGRESS' });
    expect(await send(`${alerts}/revert`, { changes: reopened.changed })).toMatchObject({ succeeded: 1 });
  });

  it('removes alerts from a case, and reopens those that closing it had resolved', async () => {
    const { ids } = await raise(['LOW', 'HIGH', 'LOW']);
    const body = { name: 'Souza', alertIds: ids };
    const { investigation } = await send(`${alerts}/consolidate`, body);
    const path = `${cases}/${investigation.id}`;
    const left = (await send(`${path}/alerts/unlink`, { alertIds: [ids[2], newId()] })).investigation;
    expect([left.alertCount, (await alertOf(ids[2]!)).investigationId]).toEqual([2, null]);
    expect((await send(`${path}/alerts/unlink`, { alertIds: [ids[2]] })).investigation.alertCount).toBe(2);
    const joins = await send(`${alerts}/revert`, { changes: [{ alertId: ids[2], entryId: newId() }] });
    expect(joins).toMatchObject({ succeeded: 0, failed: [{ code: 'VERSION_CONFLICT' }] });

    const close = { status: 'CLOSED', closureReason: 'seen', outcome: 'NO_RISK' };
    const closed = (await first.call(`${path}/status`, { method: 'PATCH', body: close })).body;
    expect(closed.resolvedAlerts).toHaveLength(2);
    expect((await send(`${path}/alerts/unlink`, { alertIds: ids }, first, 409)).error.code).toBe(
      'INVESTIGATION_CLOSED',
    );
    const reopen = { status: 'IN_PROGRESS', reason: 'by mistake' };
    expect((await first.call(`${path}/status`, { method: 'PATCH', body: reopen })).body.resolvedAlerts).toEqual([]);
    expect(await send(`${alerts}/revert`, { changes: closed.resolvedAlerts })).toMatchObject({ succeeded: 2 });
    expect(await alertOf(ids[0]!)).toMatchObject({
      status: 'OPEN',
      investigationId: investigation.id,
      resolution: null,
    });
  });

  it('counts open alerts per assignee', async () => {
    const before = (await second.call('/intelligence/inbox/counts')).body;
    const { ids } = await raise(['LOW', 'HIGH', 'LOW']);
    await send(`${alerts}/bulk`, { action: 'assign', alertIds: [ids[0]], assignedTo: 'me' }, second);
    await send(`${alerts}/${ids[1]}/resolve`, {});
    await send(cases, { name: 'One more' }, first, 201);
    const after = (await second.call('/intelligence/inbox/counts')).body;
    const grown = (kind: string, whose: string): number => after[kind][whose] - before[kind][whose];
    expect(['mine', 'unassigned', 'all'].map((whose) => grown('alerts', whose))).toEqual([1, 1, 2]);
    expect(['mine', 'unassigned', 'all'].map((whose) => grown('cases', whose))).toEqual([0, 1, 1]);
  });
});

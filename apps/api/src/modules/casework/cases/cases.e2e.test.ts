import { newId } from '../../../platform/database/index.js';
import {
  type TestResponse,
  type Body,
  startOwnTestApi,
  type TestApi,
} from '../../../../test/support/start-test-api.js';
import { createTeam } from '../../../../test/support/create-team.js';

const year = new Date().getUTCFullYear();
const statuses = ['OPEN', 'IN_PROGRESS', 'PENDING_REVIEW', 'CLOSED', 'ESCALATED'];
const moves: Readonly<Record<string, readonly string[]>> = {
  OPEN: ['IN_PROGRESS', 'PENDING_REVIEW', 'ESCALATED', 'CLOSED'],
  IN_PROGRESS: ['OPEN', 'PENDING_REVIEW', 'ESCALATED', 'CLOSED'],
  PENDING_REVIEW: ['IN_PROGRESS', 'ESCALATED', 'CLOSED'],
  ESCALATED: ['IN_PROGRESS', 'PENDING_REVIEW', 'CLOSED'],
  CLOSED: ['IN_PROGRESS'],
};

describe('shapes 8: cases and the inbox', () => {
  let api: TestApi;
  let entityId: string;
  beforeAll(async () => {
    api = await startOwnTestApi();
    const entity = { type: 'person', name: 'Ana', countryCode: 'BR' };
    entityId = (await api.call('/entities', { body: entity })).body.entity.id;
  });
  afterAll(() => api?.stop());

  const cases = '/intelligence/investigations';
  const send = (method: string, path: string, body: object, key?: string): Promise<TestResponse> =>
    api.call(path, { method, body, ...(key && { key }) });
  const alertOf = async (more: object = {}, key?: string): Promise<string> => {
    const body = { name: 'A', severity: 'MEDIUM', targetEntityId: entityId, ...more };
    const answer = await send('POST', '/intelligence/alerts', body, key);
    expect([answer.status, answer.text]).toEqual([201, answer.text]);
    return answer.body.alert.id as string;
  };
  const open = async (more: object = {}): Promise<Body> => {
    const answer = await send('POST', cases, { name: 'Case', ...more });
    expect([answer.status, answer.text]).toEqual([201, answer.text]);
    return answer.body.investigation;
  };
  const move = (id: string, body: object): Promise<TestResponse> => send('PATCH', `${cases}/${id}/status`, body);
  const to = (id: string, status: string): Promise<TestResponse> => {
    const reasons = status === 'CLOSED' ? { closureReason: 'done' } : { reason: 'more to see' };
    return move(id, { status, ...reasons });
  };
  const file = async (id: string): Promise<Body> => (await api.call(`${cases}/${id}`)).body;
  const alert = async (id: string): Promise<Body> => (await api.call(`/intelligence/alerts/${id}`)).body.alert;
  const names = (events: readonly Body[]): string[] => events.map(({ event }) => event as string);
  const announced = async (id: string): Promise<string[]> =>
    names(
      (await api.pool.query<Body>(`select event from outbox_events where payload ->> 'id' = $1 order by event`, [id]))
        .rows,
    );

  it('8.3: opens a case with the values derived from its alerts', async () => {
    const alertIds = [await alertOf({ severity: 'LOW' }), await alertOf({ severity: 'HIGH' })];
    const made = await open({ alertIds: [...alertIds, alertIds[0]!.toUpperCase()], description: 'd' });
    expect(made).toEqual({
      id: expect.any(String),
      organizationId: api.production.organizationId,
      investigationNumber: expect.stringMatching(new RegExp(`^INV-${year}-\\d{3,}$`)),
      name: 'Case',
      description: 'd',
      status: 'OPEN',
      priority: 'HIGH',
      riskScore: 0,
      alertCount: 2,
      entityId,
      entity: expect.objectContaining({ id: entityId, name: 'Ana' }),
      assignedTo: null,
      assignedToType: null,
      dueDate: null,
      closureReason: null,
      outcome: null,
      tags: [],
      createdBy: expect.any(String),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      closedAt: null,
      closedBy: null,
      version: 1,
    });
    const { investigation, alerts, notes, timeline } = await file(made.id);
    expect(investigation).toEqual(made);
    expect(alerts.map(({ id }: Body) => id).sort()).toEqual([...alertIds].sort());
    expect([notes, names(timeline)]).toEqual([[], ['investigation_created']]);
    expect((await alert(alertIds[0]!)).investigationId).toBe(made.id);
    expect(await announced(made.id)).toEqual(['investigation.created']);
    const bare = await open();
    expect([bare.priority, bare.entity, bare.riskScore, bare.alertCount]).toEqual(['MEDIUM', null, null, 0]);
  });

  it('8.3: numbers cases without gaps or duplicates, even if many are opened at once and some fail', async () => {
    const { rows } = await api.pool.query<{ last: number }>('select max(last) as last from case_numbers');
    const before = rows[0]!.last;
    const asked = Array.from({ length: 40 }, (_, n) =>
      send('POST', cases, { name: `n${n}`, ...(n % 4 === 0 && { entityId: newId() }) }),
    );
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(30).fill(201), ...Array(10).fill(422)]);
    const numbers = answers.flatMap(({ body }) => (body.investigation ? [body.investigation.investigationNumber] : []));
    const expected = Array.from({ length: 30 }, (_, n) => `INV-${year}-${String(before + n + 1).padStart(3, '0')}`);
    expect(numbers.sort()).toEqual(expected.sort());
    const other = await send('POST', cases, { name: 'first' }, api.stranger.key);
    expect(other.body.investigation.investigationNumber).toBe(`INV-${year}-001`);
  });

  it('8.3: allows only the status transitions in the table', async () => {
    for (const from of statuses) {
      for (const next of statuses) {
        const { id } = await open();
        if (from !== 'OPEN') await to(id, from);
        const allowed = moves[from]!.includes(next);
        const { status, body } = await to(id, next);
        const wrong = { error: { code: 'INVALID_STATUS_TRANSITION', details: { allowed: moves[from] } } };
        const right = { success: true, investigationId: id, status: next, message: expect.any(String) };
        expect([from, next, status, body]).toMatchObject([from, next, allowed ? 200 : 409, allowed ? right : wrong]);
      }
    }
  });

  it.each<[title: string, from: string, body: object, status: number, code: string]>([
    ['closing says why', 'OPEN', { status: 'CLOSED' }, 400, 'VALIDATION_ERROR'],
    ['closing says why in words', 'OPEN', { status: 'CLOSED', closureReason: ' ' }, 400, 'VALIDATION_ERROR'],
    ['reopening says why', 'CLOSED', { status: 'IN_PROGRESS' }, 400, 'REASON_REQUIRED'],
    ['an outcome is of a closed one', 'OPEN', { status: 'ESCALATED', outcome: 'OTHER' }, 400, 'VALIDATION_ERROR'],
    ['a status is known', 'OPEN', { status: 'RESOLVED' }, 400, 'VALIDATION_ERROR'],
  ])('8.3: %s', async (_, from, body, status, code) => {
    const { id } = await open();
    if (from !== 'OPEN') await to(id, from);
    expect(await move(id, body)).toMatchObject({ status, body: { success: false, error: { code } } });
    expect((await file(id)).investigation.status).toBe(from);
  });

  it.each<[outcome: string | null, keepAlertsOpen: boolean, resolution: string | null]>([
    ['CONFIRMED_RISK', false, 'CONFIRMED_RISK'],
    ['REPORTED', false, 'CONFIRMED_RISK'],
    ['FALSE_POSITIVE', false, 'FALSE_POSITIVE'],
    ['NO_RISK', false, 'FALSE_POSITIVE'],
    ['OTHER', false, 'OTHER'],
    [null, false, 'OTHER'],
    ['REPORTED', true, null],
  ])(
    '8.3: when closed as %s with alerts kept open: %s, resolves its alerts as %s',
    async (outcome, keep, resolution) => {
      const [first, second] = [await alertOf(), await alertOf()];
      await send('POST', `/intelligence/alerts/${second}/resolve`, { resolution: 'DUPLICATE' });
      const { id } = await open({ alertIds: [first, second] });
      const body = { status: 'CLOSED', closureReason: 'seen', outcome, ...(keep && { keepAlertsOpen: true }) };
      expect((await move(id, body)).status).toBe(200);
      const closed = { status: 'CLOSED', outcome, closureReason: 'seen', closedBy: expect.any(String) };
      expect((await file(id)).investigation).toMatchObject({ ...closed, closedAt: expect.any(String) });
      const status = keep ? 'OPEN' : 'RESOLVED';
      expect(await alert(first)).toMatchObject({ status, resolution, resolutionNotes: keep ? null : 'seen' });
      expect(await alert(second)).toMatchObject({ status: 'RESOLVED', resolution: 'DUPLICATE' });
      expect(await announced(id)).toEqual(['investigation.closed', 'investigation.created', 'investigation.status_changed']); // prettier-ignore
      expect((await announced(first)).includes('alert.resolved')).toBe(!keep);
      await move(id, { status: 'IN_PROGRESS', reason: 'again' });
      const reopened = { status: 'IN_PROGRESS', outcome: null, closureReason: null, closedAt: null, closedBy: null };
      expect((await file(id)).investigation).toMatchObject(reopened);
    },
  );

  it('8.2, 8.3: consolidates alerts into one case each, under concurrent requests', async () => {
    const [a, b] = [await open(), await open()];
    const id = await alertOf();
    const asked = [a, b, a, b].map((into) => send('POST', `${cases}/${into.id}/alerts`, { alertIds: [id] }));
    asked.push(send('POST', '/intelligence/alerts/consolidate', { alertIds: [id], name: 'New' }));
    const answers = await Promise.all(asked);
    const owner = (await alert(id)).investigationId;
    for (const { status, body } of answers) {
      if (status === 200) expect([body.investigation.id, body.investigation.alertCount]).toEqual([owner, 1]);
      else expect([status, body.error]).toMatchObject([409, { code: 'ALERT_IN_OTHER_INVESTIGATION', details: { [id]: owner } }]); // prettier-ignore
    }
    const linked = await Promise.all([a, b].map(async (each) => (await file(each.id)).investigation.alertCount));
    const opened = answers.at(-1)!.status === 200 ? 1 : 0;
    expect(linked[0] + linked[1] + opened).toBe(1);
  });

  it.each<[title: string, body: () => object, status: number, code: string]>([
    ['neither case nor name', () => ({ alertIds: [newId()] }), 400, 'VALIDATION_ERROR'],
    ['both', () => ({ alertIds: [newId()], name: 'n', investigationId: newId() }), 400, 'VALIDATION_ERROR'],
    ['no alerts', () => ({ alertIds: [], name: 'n' }), 400, 'VALIDATION_ERROR'],
    ['an unknown alert', () => ({ alertIds: [newId()], name: 'n' }), 422, 'NOT_FOUND'],
    ['an unknown case', () => ({ alertIds: [newId()], investigationId: newId() }), 422, 'NOT_FOUND'],
  ])('8.2: does not consolidate %s', async (_, body, status, code) => {
    const answer = await send('POST', '/intelligence/alerts/consolidate', body());
    expect(answer).toMatchObject({ status, body: { error: { code } } });
  });

  it('8.2: adds no alerts to a closed case', async () => {
    const { id } = await open();
    await to(id, 'CLOSED');
    const answer = await send('POST', '/intelligence/alerts/consolidate', { alertIds: [await alertOf()], investigationId: id }); // prettier-ignore
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'INVESTIGATION_CLOSED' } } });
  });

  it('8.3: lists the alerts of a case by time, severity or contribution, with their total count', async () => {
    const alertIds = [
      await alertOf({ name: 'low', severity: 'LOW', category: 'b' }),
      await alertOf({ name: 'critical', severity: 'CRITICAL', category: 'a' }),
      await alertOf({ name: 'high', severity: 'HIGH', category: 'a' }),
    ];
    const contributions = [7, null, 20];
    for (const [n, id] of alertIds.entries())
      await api.pool.query('update alerts set risk_contribution = $1 where id = $2', [contributions[n], id]);
    const { id, name } = await open({ alertIds });
    for (const [query, expected] of [
      ['', ['high', 'critical', 'low']],
      ['?sortBy=severity', ['critical', 'high', 'low']],
      ['?sortBy=riskContribution', ['high', 'low', 'critical']],
      ['?category=a', ['high', 'critical']],
    ] as const) {
      const { body } = await api.call(`${cases}/${id}/alerts${query}`);
      expect([query, body.alerts.map((each: Body) => each.name)]).toEqual([query, expected]);
      expect(body.investigation).toEqual({ id, name });
      expect(body.summary).toEqual({ totalAlerts: 3, categories: ['a', 'b'], highlightedAlerts: 2 });
    }
  });

  it('8.3, 26: changes, assigns and annotates a case, and records all of it in its timeline', async () => {
    const { id } = await open({ entityId });
    const changed = await send('PATCH', `${cases}/${id}`, { tags: ['x'], dueDate: '2030-01-01T00:00:00Z' });
    expect(changed.body.investigation).toMatchObject({ name: 'Case', tags: ['x'], dueDate: '2030-01-01T00:00:00.000Z' });
    await send('PATCH', `${cases}/${id}`, { tags: ['x'] });
    for (const tags of [['x', 'x'], [''], [' ']])
      expect(await send('PATCH', `${cases}/${id}`, { tags })).toMatchObject({
        ...{ status: 400, body: { error: { details: { tags: expect.any(String) } } } },
      });
    const assignedTo = await createTeam(api);
    const assigned = await send('PUT', `${cases}/${id}/assign`, { assignedTo, assignedToType: 'team', priority: 'LOW' });
    expect(assigned.body).toMatchObject({ success: true, assignedTo, assignedToType: 'team' });
    expect((await file(id)).investigation).toMatchObject({ status: 'OPEN', priority: 'LOW', assignedTo });
    for (const body of ['first', 'second'])
      expect((await send('POST', `${cases}/${id}/notes`, { body })).body.note).toMatchObject({ body, editedAt: null });
    const notes = (await api.call(`${cases}/${id}/notes?limit=1`)).body;
    expect([notes.notes[0].body, notes.pagination.total]).toEqual(['second', 2]);
    const { events } = (await api.call(`${cases}/${id}/timeline`)).body;
    const told = ['note_added', 'note_added', 'investigation_assigned', 'investigation_updated', 'investigation_created'];
    expect(names(events)).toEqual(told);
    expect(events[2].id).toBe(assigned.body.assignmentId);
    expect(await announced(id)).toEqual(['investigation.assigned', 'investigation.created', 'investigation.note_added', 'investigation.note_added']); // prettier-ignore
    for (const nobody of [{ assignedTo: newId() }, { assignedTo: newId(), assignedToType: 'team' }])
      expect(await send('PUT', `${cases}/${id}/assign`, nobody)).toMatchObject({
        ...{ status: 400, body: { error: { details: { assignedTo: expect.any(String) } } } },
      });
  }); // prettier-ignore

  it('8.3: filters cases by their properties', async () => {
    const assignedTo = await createTeam(api);
    const { id, investigationNumber } = await open({
      name: 'Look for 100% of São Miguel',
      entityId,
      priority: 'CRITICAL',
    });
    await send('PUT', `${cases}/${id}/assign`, { assignedTo, assignedToType: 'team' });
    await to(id, 'IN_PROGRESS');
    for (const query of [
      `search=${encodeURIComponent('100%')}`,
      `search=${encodeURIComponent('of SAO MÍG')}`,
      `search=${investigationNumber.toLowerCase()}&entityId=${entityId}`,
      `assignedTo=${assignedTo}&status=ACKNOWLEDGED,OPEN&priority=CRITICAL`,
    ]) {
      const { body } = await api.call(`${cases}?${query}`);
      expect([query, body.count, body.investigations[0].id]).toEqual([query, 1, id]);
    }
  });

  describe('8.5: inbox', () => {
    const zero = { LOW: 0, MEDIUM: 0, HIGH: 0, CRITICAL: 0 };
    const inbox = async (query = ''): Promise<Body> => {
      const { status, body } = await api.call(`/intelligence/inbox?${query}`, { key: api.sandbox.key });
      expect([query, status]).toEqual([query, 200]);
      return body;
    };
    const shown = async (query: string): Promise<string[][]> => {
      const { cases: some, alerts } = await inbox(query);
      return [some, alerts].map((rows: Body[]) => rows.map(({ name }) => name as string));
    };

    it('returns zero counts when empty', async () => {
      const byStatus = Object.fromEntries(statuses.map((status) => [status, { count: 0, byPriority: zero }]));
      const summary = { totalCases: 0, totalAlerts: 0, byStatus };
      expect(await inbox()).toEqual({ summary, cases: [], alerts: [] });
    });

    it('counts all by status and priority, and shows the most urgent items that are not closed first', async () => {
      const { key } = api.sandbox;
      const entity = { type: 'person', name: 'B', countryCode: 'BR' };
      const { id: targetEntityId } = (await send('POST', '/entities', entity, key)).body.entity;
      const alerts: Record<string, string> = {};
      for (const [name, severity] of [['a1', 'LOW'], ['a2', 'CRITICAL'], ['a3', 'HIGH'], ['a4', 'HIGH'], ['a5', 'MEDIUM']]) // prettier-ignore
        alerts[name!] = await alertOf({ name, severity, targetEntityId }, key);
      await send('POST', `/intelligence/alerts/${alerts['a5']}/resolve`, {}, key);
      await send('POST', `/intelligence/alerts/${alerts['a1']}/acknowledge`, {}, key);
      const team = await createTeam(api);
      await send('PUT', `/intelligence/alerts/${alerts['a3']}/assign`, { assignedTo: team, assignedToType: 'team' }, key);
      for (const [name, priority] of [['c1', 'LOW'], ['c2', 'HIGH']]) await send('POST', cases, { name, priority }, key); // prettier-ignore
      const { summary, cases: some, alerts: rows } = await inbox();
      expect(summary).toEqual({
        totalCases: 2,
        totalAlerts: 5,
        byStatus: {
          OPEN: { count: 5, byPriority: { ...zero, LOW: 1, HIGH: 3, CRITICAL: 1 } },
          IN_PROGRESS: { count: 1, byPriority: { ...zero, LOW: 1 } },
          PENDING_REVIEW: { count: 0, byPriority: zero },
          CLOSED: { count: 1, byPriority: { ...zero, MEDIUM: 1 } },
          ESCALATED: { count: 0, byPriority: zero },
        },
      });
      expect([Object.hasOwn(some[0], 'description'), Object.hasOwn(rows[0], 'triggerCondition')]).toEqual([false, false]);
      for (const [query, ofCases, ofAlerts] of [
        ['', ['c2', 'c1'], ['a2', 'a4', 'a3', 'a1']],
        ['status=CLOSED', [], ['a5']],
        ['status=ACKNOWLEDGED', [], ['a1']],
        ['status=OPEN,CLOSED&priority=HIGH,MEDIUM', ['c2'], ['a4', 'a3', 'a5']],
        ['limit=1&offset=1', ['c1'], ['a4']],
        [`assignedTo=${team}`, [], ['a3']],
        [`assigneeId=${team}`, [], ['a3']],
        ['assignedTo=unassigned&limit=2', ['c2', 'c1'], ['a2', 'a4']],
        ['assignedTo=me', [], []],
      ] as const)
        expect([query, ...(await shown(query))]).toEqual([query, ofCases, ofAlerts]);
      expect((await inbox(`assignedTo=${team}`)).summary).toMatchObject({ totalCases: 0, totalAlerts: 1 });
    }); // prettier-ignore

    it.each([
      ['limit=0', 'VALIDATION_ERROR'],
      ['limit=101', 'VALIDATION_ERROR'],
      ['status=RESOLVED', 'VALIDATION_ERROR'],
      ['assignedTo=nobody', 'VALIDATION_ERROR'],
      ['assignedTo=me&assigneeId=unassigned', 'VALIDATION_ERROR'],
      ['offset=10001', 'OFFSET_TOO_LARGE'],
    ])('rejects %s', async (query, code) => {
      const answer = await api.call(`/intelligence/inbox?${query}`);
      expect(answer).toMatchObject({ status: 400, body: { success: false, error: { code } } });
    });
  });
});

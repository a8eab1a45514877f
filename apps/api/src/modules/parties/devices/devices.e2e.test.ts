import { devicePlatforms } from '@tamis/library';

import type { NewAlert } from '../../casework/alerts/index.js';
import { inTransaction, newId } from '../../../platform/database/index.js';
import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { isoTimeAgo, dayMs, deviceCalls } from '../../../../test/support/device-calls.js';
import { type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';
import { storeAlerts } from '../../../../test/support/store-alerts.js';

describe('devices (section 23)', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const { entity, event, devicesOf, contextOf } = deviceCalls(() => api);

  it('registers a device with all sent fields and returns it in the list', async () => {
    const entityId = await entity({ externalId: 'owner', taxId: '390.533.447-05' });
    const sent = {
      ...{ deviceId: 'd-1', externalId: 'x-1', deviceName: 'Phone', platform: 'android', manufacturer: 'Samsung' },
      ...{
        model: 'A54',
        brand: 'Galaxy',
        osName: 'Android',
        osVersion: '14',
        browser: 'Chrome',
        browserVersion: '120',
      },
      ...{ latitude: -23.5, longitude: -46.6, city: 'Santos', region: 'SP', country: 'Brazil', countryCode: 'BR' },
      ...{ ipAddress: '203.0.113.1', isEmulator: false, isRooted: true, isBlocked: false, isTrusted: true },
      metadata: { a: 1 },
    };
    const created = await api.call(`/devices/entity/${entityId}`, { body: sent });
    expect(created).toMatchObject({
      status: 201,
      body: { success: true, device: { ...sent, entityId, entityExternalId: 'owner', entityTaxId: '390.533.447-05' } },
    });
    expect(await devicesOf(entityId)).toEqual([created.body.device]);
    const audit = await api.call(`/audit/events?resourceId=${created.body.device.id as string}`);
    expect(audit.body.events).toMatchObject([{ event: 'device_registered', relatedIds: { entityId } }]);
  });

  it('stays blocked when registered again by callers who may not change devices', async () => {
    const entityId = await entity();
    const key = await createKeyWith(api, 'devices:create');
    const register = async (more: object, by = key) =>
      (await api.call(`/devices/entity/${entityId}`, { body: { deviceId: 'held', ...more }, key: by })).body.device;
    expect(await register({ isBlocked: true })).toMatchObject({ isBlocked: true, isTrusted: false });
    const unblocked = { isBlocked: false, isTrusted: true };
    expect(await register({ ...unblocked, model: 'B' })).toMatchObject({
      model: 'B',
      isBlocked: true,
      isTrusted: false,
    });
    const mayEdit = await createKeyWith(api, 'devices:create', 'devices:edit');
    expect(await register(unblocked, mayEdit)).toMatchObject(unblocked);
  });

  it('keeps each platform of user events as device platform, and accepts it at registration', async () => {
    const entityId = await entity();
    for (const platform of devicePlatforms) {
      await event(entityId, { deviceId: `of-event-${platform}`, deviceDetails: { platform } });
      const body = { deviceId: `of-${platform}`, platform };
      expect((await api.call(`/devices/entity/${entityId}`, { body })).body.device).toMatchObject(body);
    }
    const seen = (await devicesOf(entityId)).map(({ deviceId, platform }) => [deviceId, platform]);
    expect(new Set(seen)).toEqual(
      new Set(
        devicePlatforms.flatMap((platform) => [
          [`of-event-${platform}`, platform],
          [`of-${platform}`, platform],
        ]),
      ),
    );
  });

  it('refreshes a device registered again, and keeps fields not sent', async () => {
    const entityId = await entity();
    const register = (more: object) =>
      api.call(`/devices/entity/${entityId}`, { body: { deviceId: 'again', ...more } });
    const first = await register({ model: 'A', osVersion: '1', isRooted: true });
    const second = await register({ osVersion: '2', city: 'Santos' });
    expect(second.body.device).toMatchObject({
      ...{ id: first.body.device.id, model: 'A', osVersion: '2', city: 'Santos', isRooted: true },
      firstSeenAt: first.body.device.firstSeenAt,
    });
    expect(await devicesOf(entityId)).toHaveLength(1);
  });

  it('registers the device of a user event and refreshes it by later ones; late events only fill gaps', async () => {
    const entityId = await entity();
    const [early, middle, late] = [isoTimeAgo(3 * dayMs), isoTimeAgo(2 * dayMs), isoTimeAgo(dayMs)];
    const deviceDetails = { model: 'A54', osVersion: '14', platform: 'ios', deviceName: 'P', isEmulator: true };
    await event(entityId, {
      ...{ deviceId: 'seen', timestamp: middle, ipAddress: '203.0.113.2', country: 'BR', deviceDetails },
    });
    await event(entityId, {
      ...{ deviceId: 'seen', timestamp: late, ipAddress: '203.0.113.3', deviceDetails: { osVersion: '15' } },
    });
    await event(entityId, {
      ...{ deviceId: 'seen', timestamp: early, deviceDetails: { osVersion: '13', browser: 'Safari', model: 'old' } },
    });
    expect(await devicesOf(entityId)).toMatchObject([
      {
        ...{ deviceId: 'seen', osVersion: '15', model: 'A54', platform: 'ios', deviceName: 'P', browser: 'Safari' },
        ...{ isEmulator: true, ipAddress: '203.0.113.3', countryCode: 'BR', firstSeenAt: early, lastSeenAt: late },
      },
    ]);
    const [device] = (await contextOf(entityId)).devices as Body[];
    expect(device).toMatchObject({ eventCount: 3, ipAddresses: [{ ipAddress: '203.0.113.3' }, { countryCode: 'BR' }] });
  });

  it('counts every one of many concurrent events of one device', async () => {
    const entityId = await entity();
    await Promise.all(
      Array.from({ length: 12 }, () => event(entityId, { deviceId: 'busy', ipAddress: '203.0.113.4' })),
    );
    const { devices } = await contextOf(entityId);
    expect(devices).toMatchObject([{ deviceId: 'busy', eventCount: 12, ipAddresses: [{ count: 12 }] }]);
  });

  it('lists the most recently seen first, by offset and by cursor', async () => {
    const entityId = await entity();
    for (const n of [2, 3, 1]) await event(entityId, { deviceId: `d${n}`, timestamp: isoTimeAgo(n * dayMs) });
    const names = async (query: string) => (await devicesOf(entityId, query)).map(({ deviceId }) => deviceId as string);
    expect(await names('')).toEqual(['d1', 'd2', 'd3']);
    expect(await names('?limit=1000&offset=1')).toEqual(['d2', 'd3']);
    const page = await api.call(`/devices/entity/${entityId}?limit=2`);
    expect(page.body.pagination).toMatchObject({ total: 3, hasMore: true });
    expect(await names(`?limit=2&cursor=${page.body.pagination.nextCursor as string}`)).toEqual(['d3']);
  });

  it('stores manual changes to a device and records them once in the audit log', async () => {
    const entityId = await entity();
    await event(entityId, { deviceId: 'marked', deviceDetails: { deviceName: 'Phone' } });
    const id = (await devicesOf(entityId))[0]!.id as string;
    const change = (body: unknown) => api.call(`/devices/${id}`, { method: 'PATCH', body });
    const text = '{"isBlocked":true,"isTrusted":false,"deviceName":null,"metadata":{"z":1.0,"a":2}}';
    const changed = await change(text);
    expect(changed).toMatchObject({ status: 200, body: { device: { isBlocked: true, deviceName: null } } });
    expect(changed.text).toContain('"metadata":{"z":1.0,"a":2}');
    expect((await change(text)).body.device).toEqual(changed.body.device);
    expect((await change({})).body.device).toEqual(changed.body.device);
    const audit = await api.call(`/audit/events?resourceId=${id}`);
    expect(audit.body.events).toMatchObject([
      {
        event: 'device_updated',
        changes: { isBlocked: { previous: false, current: true }, deviceName: { previous: 'Phone', current: null } },
      },
    ]);
    expect(audit.body.events).toHaveLength(1);
  });

  it.each<[string, string, string, object, string]>([
    ['no deviceId', 'POST', '', {}, 'deviceId'],
    ['an unknown platform', 'POST', '', { deviceId: 'd', platform: 'windows' }, 'platform'],
    ['an address that is none', 'POST', '', { deviceId: 'd', ipAddress: '1.2.3' }, 'ipAddress'],
    ['a latitude beyond the pole', 'POST', '', { deviceId: 'd', latitude: 91 }, 'latitude'],
    ['a country that is none', 'POST', '', { deviceId: 'd', countryCode: 'Brazil' }, 'countryCode'],
    ['more devices than a page has', 'GET', '?limit=1001', {}, 'limit'],
    ['more devices than a context has', 'GET', '/investigation-context?limit=201', {}, 'limit'],
    ['a parameter nobody knows', 'GET', '/investigation-context?colour=red', {}, 'colour'],
  ])('rejects %s', async (_, method, path, body, field) => {
    const url = `/devices/entity/${await entity()}${path}`;
    const answer = await api.call(url, method === 'GET' ? {} : { method, body });
    expect([answer.status, Object.keys(answer.body.error.details as object)]).toEqual([400, [field]]);
  });

  it('rejects an entity of another organization, and an id that is not a UUID', async () => {
    const entityId = await entity();
    for (const [id, key] of [
      [entityId, api.stranger.key],
      ['x', api.production.key],
    ] as const)
      for (const path of ['', '/investigation-context'])
        expect(await api.call(`/devices/entity/${id}${path}`, { key })).toMatchObject({
          status: 404,
          body: { error: { code: 'ENTITY_NOT_FOUND' } },
        });
  });

  describe('investigation context', () => {
    it('returns no devices for an entity without devices', async () => {
      const entityId = await entity();
      expect(await contextOf(entityId)).toMatchObject({
        entity: { id: entityId, type: 'person', status: 'under_review' },
        summary: {
          ...{ totalDevices: 0, activeDevices30d: 0, distinctIps: 0, distinctCountries: 0, sharedDevices: 0 },
          ...{ sharedIps: 0, vpnEvents: 0, firstSeenAt: null, lastSeenAt: null },
        },
        ...{ devices: [], recentEvents: [], recentTransactions: [], openAlerts: [] },
      });
    });

    it('counts devices, addresses, countries, shared ones, and events over a VPN', async () => {
      const [own, other] = [await entity(), await entity()];
      const [first, last] = [isoTimeAgo(90 * dayMs), isoTimeAgo(dayMs)];
      const flags = { isEmulator: true, isRooted: true };
      await event(own, { deviceId: 's-1', timestamp: first, ipAddress: '198.51.100.1', country: 'BR', isVpn: true });
      await event(own, {
        deviceId: 's-2',
        timestamp: last,
        ipAddress: '198.51.100.1',
        country: 'AR',
        deviceDetails: flags,
      });
      await event(own, { deviceId: 's-2', timestamp: last, ipAddress: '198.51.100.2', deviceDetails: { isVpn: true } });
      await event(own, { timestamp: last, isVpn: false });
      await event(other, { deviceId: 's-2', timestamp: last, ipAddress: '198.51.100.2' });
      for (const { id, deviceId } of await devicesOf(own))
        await api.call(`/devices/${id as string}`, {
          method: 'PATCH',
          body: deviceId === 's-1' ? { isBlocked: true } : { isTrusted: true },
        });
      expect((await contextOf(own)).summary).toEqual({
        ...{ totalDevices: 2, activeDevices30d: 1, blockedDevices: 1, trustedDevices: 1, emulatorDevices: 1 },
        ...{ rootedDevices: 1, distinctIps: 2, distinctCountries: 2, sharedDevices: 1, sharedIps: 1, vpnEvents: 2 },
        ...{ firstSeenAt: first, lastSeenAt: last },
      });
    });

    it('shows other users of a device, its addresses with their flags, and its number of payments', async () => {
      const [own, other] = [await entity({ externalId: 'o-1' }), await entity({ externalId: 'o-2', name: 'Other' })];
      const details = { isTor: true };
      await event(own, {
        deviceId: 'both',
        ipAddress: '198.51.100.9',
        isProxy: true,
        country: 'BR',
        deviceDetails: details,
      });
      const { body } = await event(other, { deviceId: 'both' });
      const pay = (externalId: string, originEntityId: string, deviceId: string) =>
        api.call('/transactions', {
          body: {
            ...{ externalId, type: 'PAYMENT', amount: 12.5, currency: 'USD', originEntityId },
            deviceDetails: { deviceId },
          },
        });
      for (const [n, who] of [own, own, other].entries()) await pay(`pay-${n}`, who, 'both');
      await pay('pay-x', own, 'another');
      const { devices, recentEvents, recentTransactions } = await contextOf(own);
      expect(devices).toMatchObject([
        {
          ...{ deviceId: 'both', eventCount: 1, transactionCount: 2 },
          ipAddresses: [
            { ipAddress: '198.51.100.9', countryCode: 'BR', isVpn: null, isProxy: true, isTor: true, count: 1 },
          ],
          sharedWith: [
            {
              ...{ entityId: other, externalId: 'o-2', name: 'Other', type: 'person', status: 'under_review' },
              ...{ riskScore: 0, lastSeenAt: body.event.timestamp },
            },
          ],
        },
      ]);
      expect(devices[0].sharedWith).toHaveLength(1);
      expect(recentEvents).toMatchObject([{ eventType: 'LOGIN_SUCCESS', deviceId: 'both', country: 'BR' }]);
      expect((recentTransactions as Body[]).map(({ externalId }) => externalId as string)).toEqual([
        ...['pay-x', 'pay-1', 'pay-0'],
      ]);
      expect(recentTransactions[0]).toMatchObject({ amount: 12.5, currency: 'USD', deviceId: 'another' });
    });

    it('shows the newest 20 events and the open alerts', async () => {
      const entityId = await entity();
      for (let n = 0; n < 22; n += 1) await event(entityId, { timestamp: isoTimeAgo(n * 60_000) });
      const { organizationId } = api.production;
      const alert = (title: string): NewAlert => ({
        ...{ title, severity: 'HIGH', type: 'FRAUD', ruleId: newId(), ruleVersion: 1, riskContribution: 1 },
        ...{ evaluationId: newId(), ruleSetVersion: 'rs_1' },
        entity: { id: entityId, externalId: 'x', name: 'n', type: 'person', riskScore: 0, status: 'active' },
      });
      await inTransaction(api.pool, organizationId, (client) =>
        storeAlerts(client, organizationId, [alert('open'), alert('done')], new Date()),
      );
      await api.pool.query(`update alerts set status = 'RESOLVED' where name = 'done'`);
      const { recentEvents, openAlerts } = await contextOf(entityId);
      expect(recentEvents).toHaveLength(20);
      expect((recentEvents as Body[]).map(({ timestamp }) => timestamp as string)).toEqual(
        (recentEvents as Body[])
          .map(({ timestamp }) => timestamp as string)
          .sort()
          .reverse(),
      );
      expect(openAlerts).toMatchObject([{ name: 'open', severity: 'HIGH', status: 'OPEN' }]);
    });

    it('shows active direct relationships in both directions on request', async () => {
      const own = await entity({ name: 'Own' });
      const relate = (relationshipType: string, asSource: boolean, role: string) => ({
        relationships: [{ relatedEntityId: own, relationshipType, role, asSource, strength: 0.5 }],
      });
      const owner = await entity({ name: 'Owner', ...relate('owns', true, 'shareholder') });
      const used = await entity({ name: 'Used', ...relate('uses', false, 'client') });
      await entity({ name: 'Nobody' });
      await event(own, { deviceId: 'family' });
      await event(owner, { deviceId: 'family', deviceDetails: { platform: 'ios', deviceName: 'Tablet' } });
      await event(owner, { deviceId: 'office', timestamp: isoTimeAgo(dayMs) });
      expect(await contextOf(own)).not.toHaveProperty('relatedEntities');
      const { relatedEntities, devices } = await contextOf(own, '?includeRelatedEntities=true');
      expect(relatedEntities).toMatchObject([
        {
          entity: { id: used, name: 'Used' },
          relationshipType: 'uses',
          role: 'client',
          direction: 'outgoing',
          devices: [],
        },
        {
          entity: { id: owner, name: 'Owner', type: 'person', status: 'under_review', riskScore: 0 },
          ...{ relationshipType: 'owns', role: 'shareholder', direction: 'incoming', strength: 0.5 },
          devices: [
            { deviceId: 'family', deviceName: 'Tablet', platform: 'ios', isBlocked: false },
            { deviceId: 'office' },
          ],
          sharedDeviceIds: ['family'],
        },
      ]);
      expect(devices[0].sharedWith).toMatchObject([{ entityId: owner, relation: 'owns' }]);
      const links = await api.call(`/entities/${own}/relationships`);
      for (const { id } of links.body.relationships as Body[])
        await api.call(`/relationships/${id as string}`, { method: 'DELETE' });
      const without = await contextOf(own, '?includeRelatedEntities=true');
      expect([without.relatedEntities, without.devices[0].sharedWith[0].relation]).toEqual([[], null]);
    });

    it('shows nothing of entities of another organization that use the same device and address', async () => {
      const own = await entity();
      const foreign = await entity({ name: 'Secret name' }, api.stranger.key);
      const seen = { deviceId: 'everywhere', ipAddress: '198.51.100.77' };
      await event(own, seen);
      await event(foreign, seen, api.stranger.key);
      const context = await contextOf(own);
      expect(context.summary).toMatchObject({ sharedDevices: 0, sharedIps: 0 });
      expect(context.devices[0]).toMatchObject({ sharedWith: [] });
      expect(context.devices[0].riskSignals).not.toContain('SHARED_DEVICE');
      expect(JSON.stringify(context)).not.toContain('Secret name');
    });
  });
});

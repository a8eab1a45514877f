import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { isoTimeAgo, dayMs, deviceCalls, nextDeviceNumber } from '../../../../test/support/device-calls.js';
import { type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

describe('device signals (section 23)', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const { entity, event, devicesOf, contextOf } = deviceCalls(() => api);
  const signalsOf = async (entityId: string): Promise<Readonly<Record<string, readonly string[]>>> =>
    Object.fromEntries(
      ((await contextOf(entityId)).devices as Body[]).map((device) => [device.deviceId, device.riskSignals]),
    ) as Record<string, string[]>;

  const old = () => isoTimeAgo(20 * dayMs);
  /** Returns the signals of a device of a new entity after these events of the device. */
  const signalsAfter = async (events: readonly object[], more: object = {}): Promise<readonly string[]> => {
    const entityId = await entity(more);
    const deviceId = `signal-${nextDeviceNumber()}`;
    for (const one of events) await event(entityId, { deviceId, timestamp: old(), ...one });
    return (await signalsOf(entityId))[deviceId]!;
  };

  it.each<[string, readonly object[], object, readonly string[]]>([
    ['nothing of a device seen long ago', [{}], {}, []],
    ['NEW_DEVICE within 7 days of its first sighting', [{ timestamp: isoTimeAgo(6.9 * dayMs) }], {}, ['NEW_DEVICE']],
    ['nothing new after 7 days', [{ timestamp: isoTimeAgo(7.1 * dayMs) }], {}, []],
    ['EMULATOR', [{ deviceDetails: { isEmulator: true } }], {}, ['EMULATOR']],
    ['ROOTED, until it is said not to be', [{ deviceDetails: { isRooted: true } }], {}, ['ROOTED']],
    ['VPN of a recent address', [{ ipAddress: '192.0.2.1', isVpn: true }], {}, ['VPN']],
    [
      'no VPN of an address of long ago',
      [{ ipAddress: '192.0.2.2', isVpn: true, timestamp: isoTimeAgo(31 * dayMs) }],
      {},
      [],
    ],
    ['TOR', [{ ipAddress: '192.0.2.3', deviceDetails: { isTor: true } }], {}, ['TOR']],
    ['COUNTRY_MISMATCH', [{ country: 'AR' }], {}, ['COUNTRY_MISMATCH']],
    ['no mismatch in the country of the entity', [{ country: 'AR' }], { countryCode: 'AR' }, []],
  ])('reports %s', async (_, events, more, expected) => {
    expect(await signalsAfter(events, more)).toEqual(expected);
  });

  it.each<[string, object, object, number, boolean]>([
    ['two countries within the hour', { country: 'BR' }, { country: 'PT' }, 59, true],
    ['two countries after the hour', { country: 'BR' }, { country: 'PT' }, 61, false],
    ['one country', { country: 'BR' }, { country: 'BR' }, 1, false],
    ['São Paulo and Lisbon within 5 hours', at(-23.55, -46.63), at(38.72, -9.14), 300, true],
    ['São Paulo and Lisbon after 10 hours', at(-23.55, -46.63), at(38.72, -9.14), 600, false],
    ['São Paulo and Rio at once: 360 km', at(-23.55, -46.63), at(-22.91, -43.17), 0, false],
  ])('IMPOSSIBLE_TRAVEL: %s', async (_, from, to, minutes, expected) => {
    const start = 10 * dayMs;
    const signals = await signalsAfter([
      { ...from, timestamp: isoTimeAgo(start) },
      { ...to, timestamp: isoTimeAgo(start - minutes * 60_000) },
    ]);
    expect(signals.includes('IMPOSSIBLE_TRAVEL')).toBe(expected);
  });

  it('SHARED_IP: treats different spellings of an address as one', async () => {
    const [a, b] = [await entity(), await entity()];
    await event(a, { deviceId: 'spell-a', ipAddress: '2001:DB8:0:0::7', timestamp: old() });
    await event(a, { deviceId: 'spell-a', ipAddress: '2001:db8::0007', timestamp: old() });
    await event(b, { deviceId: 'spell-b', ipAddress: '2001:db8::7', timestamp: old() });
    expect(await signalsOf(a)).toEqual({ 'spell-a': ['SHARED_IP'] });
    const { devices, summary } = await contextOf(a);
    expect(devices[0].ipAddresses).toMatchObject([{ ipAddress: '2001:db8::7', count: 2 }]);
    expect([summary.distinctIps, summary.sharedIps]).toEqual([1, 1]);
  });

  it('SHARED_IP: reports an address that another entity used in the last 30 days', async () => {
    const [a, b, c] = [await entity(), await entity(), await entity()];
    const seen = (ipAddress: string, daysAgo: number) => ({ ipAddress, timestamp: isoTimeAgo(daysAgo * dayMs) });
    await event(a, { deviceId: 'ip-a', ...seen('192.0.2.50', 20) });
    await event(b, { deviceId: 'ip-b', ...seen('192.0.2.50', 10) });
    await event(a, { deviceId: 'ip-a2', ...seen('192.0.2.51', 10) });
    await event(c, { deviceId: 'ip-c', ...seen('192.0.2.51', 40) });
    expect(await signalsOf(a)).toEqual({ 'ip-a': ['SHARED_IP'], 'ip-a2': [] });
    expect((await contextOf(a)).summary.sharedIps).toBe(2);
  });

  it('reports SHARED_DEVICE from two entities up, MANY_ACCOUNTS_ON_DEVICE from four up', async () => {
    const all = [await entity(), await entity(), await entity(), await entity()];
    const expected = [[], ['SHARED_DEVICE'], ['SHARED_DEVICE'], ['SHARED_DEVICE', 'MANY_ACCOUNTS_ON_DEVICE']];
    for (const [n, entityId] of all.entries()) {
      await event(entityId, { deviceId: 'crowd', timestamp: old() });
      expect((await signalsOf(all[0]!))['crowd']).toEqual(expected[n]);
    }
  });

  it('leaves unreported properties of a device and its address unknown', async () => {
    const entityId = await entity();
    await event(entityId, { deviceId: 'silent', ipAddress: '203.0.113.9' });
    expect(await devicesOf(entityId)).toMatchObject([
      { isEmulator: null, isRooted: null, isBlocked: false, isTrusted: false },
    ]);
    const [device] = (await contextOf(entityId)).devices as Body[];
    expect(device).toMatchObject({ ipAddresses: [{ isVpn: null, isProxy: null, isTor: null }] });
    expect(device!.riskSignals).toEqual(expect.not.arrayContaining(['EMULATOR', 'ROOTED', 'VPN', 'TOR']));
    await event(entityId, {
      deviceId: 'silent',
      ipAddress: '203.0.113.9',
      isVpn: false,
      deviceDetails: { isRooted: false },
    });
    expect(await devicesOf(entityId)).toMatchObject([{ isEmulator: null, isRooted: false }]);
    expect((await contextOf(entityId)).devices).toMatchObject([{ ipAddresses: [{ isVpn: false, isProxy: null }] }]);
  });

  it('shows only the parts of the context that the caller may read, and the same signals', async () => {
    const entityId = await entity();
    const deviceDetails = { isEmulator: true };
    await event(entityId, { deviceId: 'parts', timestamp: old(), deviceDetails });
    const payment = { externalId: 'parts', type: 'PAYMENT', amount: 5, currency: 'BRL', originEntityId: entityId };
    await api.call('/transactions', { body: payment });
    const alert = { name: 'Mule', severity: 'HIGH', targetEntityId: entityId };
    await api.call('/intelligence/alerts', { body: alert });
    const parts = ['recentEvents', 'recentTransactions', 'openAlerts'] as const;
    const permissions = ['events:read', 'transactions:read', 'alerts:read'];
    const shownTo = async (...more: readonly string[]): Promise<readonly unknown[]> => {
      const key = await createKeyWith(api, 'devices:read', ...more);
      const { status, body } = await api.call(`/devices/entity/${entityId}/investigation-context`, { key });
      expect(status).toBe(200);
      const { data } = body;
      expect(data.devices).toMatchObject([{ deviceId: 'parts', riskSignals: ['EMULATOR'] }]);
      return parts.map((part) => data[part]?.length ?? null);
    };
    expect(await shownTo()).toEqual([null, null, null]);
    for (const [place, permission] of permissions.entries())
      expect(await shownTo(permission)).toEqual(parts.map((_, index) => (index === place ? 1 : null)));
  });
});

function at(latitude: number, longitude: number): object {
  return { deviceDetails: { latitude, longitude } };
}

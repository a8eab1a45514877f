import { closeAllSockets, openSocket } from '../../../../test/support/open-socket.js';
import { startOwnTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

/** Engine.IO error code for an unknown connection. */
const unknownSid = 1;

// Performs thousands of handshakes, and the machine may be busy.
jest.setTimeout(120_000);

describe('unauthenticated socket connections', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startOwnTestApi(undefined, { TRUSTED_PROXIES: '127.0.0.1' });
  });
  afterEach(closeAllSockets);
  afterAll(() => api?.stop());

  const ask = async (address: string, query: string): Promise<string> =>
    (await fetch(`${api.url}/socket.io/?EIO=4&${query}`, { headers: { 'x-forwarded-for': address } })).text();
  const handshake = async (address: string): Promise<string> =>
    (JSON.parse((await ask(address, 'transport=polling')).slice(1)) as { sid: string }).sid;
  const handshakes = async (from: readonly string[]): Promise<readonly string[]> => {
    const sids: string[] = [];
    for (let at = 0; at < from.length; at += 50)
      sids.push(...(await Promise.all(from.slice(at, at + 50).map(handshake))));
    return sids;
  };
  /** The request is also invalid for an existing connection, but with a different error code. */
  const isHeld = async (sid: string): Promise<boolean> =>
    (JSON.parse(await ask('192.0.2.1', `transport=websocket&sid=${sid}`)) as { code: number }).code !== unknownSid;
  const addresses = (count: number, of: number): readonly string[] =>
    Array.from({ length: count }, (_, n) => `198.51.${Math.floor((n % of) / 250)}.${((n % of) % 250) + 1}`);

  it('limits connections per address, and a new one displaces the oldest', async () => {
    const neighbour = await handshake('192.0.2.7');
    const sids = await handshakes(addresses(210, 1));
    const held = await Promise.all(sids.map(isHeld));
    expect(held.filter(Boolean)).toHaveLength(200);
    expect([held[209], await isHeld(neighbour)]).toEqual([true, true]);
  });

  it('limits connections to one thousand over all addresses', async () => {
    const [first] = await handshakes(['192.0.2.8', ...addresses(1_000, 500)]);
    expect(await isHeld(first!)).toBe(false);
  });

  it('leaves room for customers, however many connections and addresses flood the server', async () => {
    let isOver = false;
    let count = 0;
    const flood = async (of: number): Promise<void> => {
      while (!isOver) count += (await handshakes(addresses(250, of))).length;
    };
    const floods = [flood(1), flood(200)];
    const headers = { extraHeaders: { 'x-forwarded-for': '203.0.113.9' } };
    while (count < 2_000) await new Promise((resolve) => setTimeout(resolve, 10));
    for (const transports of [['polling'], ['websocket']])
      await openSocket(api.url, { token: api.production.key }, { transports, ...headers });
    isOver = true;
    await Promise.all(floods);
    expect(count).toBeGreaterThan(2_000);
  });
});

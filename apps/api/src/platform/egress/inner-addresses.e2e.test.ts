import { type AddressInfo, createServer, type Server } from 'node:net';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

import { reportPromise } from '@tamis/testkit';

import { innerHosts, otherUrls } from '../../../test/support/inner-hosts.js';
import { resolveTo } from '../../../test/support/receivers-at-home.mjs';
import type { TestResponse } from '../../../test/support/start-test-api.js';
import { type ConnectionTrap, trapConnections } from '../../../test/support/trap-connections.js';
import { useDeliveries } from '../../../test/support/use-deliveries.js';
import { Egress } from './index.js';
import { isPublicAddress, publicLookup } from './public-address.js';

const events = ['alert.created'];

describe('promise 28: what is inside', () => {
  const { api, openReceiver, made, anAlert, first } = useDeliveries();
  let inner: Server;
  let trap: ConnectionTrap;
  let reached = 0;
  const port = (): number => (inner.address() as AddressInfo).port;

  beforeAll(async () => {
    inner = createServer((socket) => {
      reached += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => inner.listen(0, resolve));
    trap = trapConnections(api());
  });
  afterAll(async () => {
    trap?.release();
    await new Promise((resolve) => inner?.close(resolve));
  });
  beforeEach(() => void trap.begun.splice(0));

  const urls = (): readonly string[] => [
    ...innerHosts.flatMap((host) => [`http://${host}:${port()}/`, `https://${host}:${port()}/`]),
    ...otherUrls,
  ];

  it('promise 28: is not public, however its address is written', () => {
    const literals = innerHosts.flatMap((host) =>
      URL.canParse(`http://${host}/`) ? [new URL(`http://${host}/`)] : [],
    );
    const open = literals.filter(({ hostname }) => isPublicAddress(hostname.replaceAll(/[[\]]/g, '')));
    reportPromise(28, {
      figure: `${literals.length} spellings of inner addresses, ${open.length} held public`,
      target: '>= 60 addresses, 0 held public',
      holds: literals.length >= 60 && open.length === 0,
    });
    expect(open.map(({ href }) => href)).toEqual([]);
    expect(literals.length).toBeGreaterThanOrEqual(60);
  });

  it('promise 28: is not reached by what is sent there', async () => {
    const egress = api().app.get(Egress);
    const wrong: string[] = [];
    for (const url of urls()) {
      const sent = await egress.send(api().production.organizationId, { url, method: 'GET' });
      const isRefused = !sent.ok && ['not-allowed', 'unknown-name'].includes(sent.error);
      // Addresses of the public internet are refused for more than their host where a webhook is set up.
      if (!isRefused && !url.includes('//93.184.216.34')) wrong.push(url);
    }
    // What a name leads to has to be looked up to be refused.
    const inside = trap.begun.filter((begun) => !/^(93\.184\.216\.34|lookup )/.test(begun));
    reportPromise(28, {
      figure: `${reached} of ${urls().length} requests reached the server inside, ${inside.length} connects were begun`,
      target: '0 reached, 0 begun',
      holds: reached === 0 && inside.length <= names.length && wrong.length === 0,
    });
    expect([reached, wrong]).toEqual([0, []]);
    expect(inside.filter((address) => !names.some((name) => address.startsWith(name)))).toEqual([]);
  });

  it('promise 28: is refused where an address is set up, and a list that names one fetches nothing', async () => {
    const { id } = await made('https://93.184.216.34/', { enabled: false });
    const asked: [string, TestResponse][] = [];
    for (const url of [...innerHosts.map((host) => `https://${host}/`), ...otherUrls]) {
      asked.push([`POST ${url}`, await api().call('/webhook-config', { body: { name: 'inner', url, events } })]);
      const call = { method: 'PATCH', body: { url } };
      asked.push([`PATCH ${url}`, await api().call(`/webhook-config/${id}`, call)]);
    }
    const taken = asked.filter(([, { status }]) => status !== 400).map(([what, { text }]) => `${what}: ${text}`);
    const config = { externalUrl: `http://127.0.0.1:${port()}/`, autoSync: true, syncFrequency: 'hourly' };
    const list = await api().call('/data-lists', { body: { name: 'far', type: 'custom', source: 'internal', config } });
    await api().call(`/data-lists/${(list.body as { data?: { id: string } }).data?.id}/stats`);
    reportPromise(28, {
      figure: `${taken.length} of ${asked.length} addresses taken by routes, ${reached} fetched`,
      target: '0 taken, 0 fetched',
      holds: taken.length === 0 && reached === 0,
    });
    expect([taken, reached]).toEqual([[], 0]);
  });

  it('promise 28: is not reached through a name that leads outside first, and inside later', async () => {
    const receiver = await openReceiver(undefined, 'rebound.receiver.test');
    const webhook = await made(receiver.url);
    await anAlert(1);
    await first(webhook, 'delivered');
    const before = receiver.received.length;
    const inside = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fd00:ec2::254', '::ffff:127.0.0.1'];
    for (const address of inside) {
      resolveTo('rebound.receiver.test', address);
      const sent = await api()
        .app.get(Egress)
        .send(api().production.organizationId, { url: receiver.url, method: 'GET' });
      expect([address, sent]).toEqual([address, { ok: false, error: 'not-allowed' }]);
    }
    await anAlert(2);
    expect((await first(webhook, 'failed')).attempts[0]).toMatchObject({ statusCode: null });
    expect(receiver.received.length).toBe(before);
    reportPromise(28, {
      figure: `0 of ${inside.length + 1} requests sent to a name that had moved inside`,
      target: '0',
      holds: receiver.received.length === before,
    });
  });

  it('promise 28: is not reached through one address of several, nor through a redirect', async () => {
    const systemLookup = dns.lookup;
    const answers = [
      ['93.184.216.34', '10.0.0.1'],
      ['10.0.0.1', '93.184.216.34'],
      ['93.184.216.34', '::1'],
      ['2606:4700:4700::1111', '::ffff:127.0.0.1'],
    ];
    for (const addresses of answers) {
      const looked = lookedUp(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
      expect([addresses, await looked]).toEqual([addresses, 'NotPublicError']);
    }
    expect(dns.lookup).toBe(systemLookup);
    const receiver = await openReceiver((response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${port()}/` }).end();
    });
    const webhook = await made(receiver.url);
    await anAlert(3);
    expect((await first(webhook, 'failed')).attempts[0]).toMatchObject({ statusCode: 307 });
    expect(reached).toBe(0);
  });
});

/** Names that a resolver is asked for before they are refused. */
const names = innerHosts.filter((host) => /^[a-z]/i.test(host) && !host.startsWith('0x'));

/** What becomes of a name that has these addresses. */
async function lookedUp(addresses: readonly dns.LookupAddress[]): Promise<string> {
  const { lookup } = dns;
  Object.assign(dns, {
    lookup: (_: string, __: object, done: (e: null, a: typeof addresses) => void) => done(null, addresses),
  });
  syncBuiltinESMExports();
  try {
    return await new Promise((resolve) => {
      publicLookup('several.example', { all: true }, (error) => resolve(error?.constructor.name ?? 'found'));
    });
  } finally {
    Object.assign(dns, { lookup });
    syncBuiltinESMExports();
  }
}

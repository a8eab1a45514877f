import { request } from 'node:http';

import { closeAllSockets, connectSocket } from '../../../test/support/open-socket.js';
import { password, usePeople } from '../../../test/support/use-people.js';
import { waitUntil } from '../../../test/support/wait-until.js';

type Headers = Readonly<Record<string, string>>;

interface Reply {
  readonly status: number;
  readonly code: string | undefined;
}

/** Sends a request like a browser does: `fetch` does not allow setting the host. */
function sendRaw(url: string, method: string, headers: Headers, body: object): Promise<Reply> {
  const { hostname, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request(
      { hostname, port, path: pathname, method, headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          const { code, error } = JSON.parse(text) as { code?: string; error?: { code?: string } };
          resolve({ status: response.statusCode!, code: code ?? error?.code });
        });
      },
    );
    asked.on('error', reject);
    asked.end(method === 'GET' ? undefined : JSON.stringify(body));
  });
}

const own = 'https://app.example.com';

describe.each<[string, Headers]>([
  ['with configured origins', { PUBLIC_ORIGINS: own }],
  ['without', {}],
])('requests across origins, %s', (_, settings) => {
  const people = usePeople(settings, settings['PUBLIC_ORIGINS']);
  const { api } = people;
  afterEach(closeAllSockets);

  const ownHeaders = (): Headers =>
    settings['PUBLIC_ORIGINS'] === undefined ? { origin: api().url } : { origin: own };
  const foreign: readonly (readonly [what: string, headers: Headers])[] = [
    ['of a name that was led to this server', { origin: 'http://evil.example', host: 'evil.example' }],
    ['of another port of that name', { origin: 'http://evil.example:8080', host: 'evil.example:8080' }],
    ['that is said to be cross-site', { 'sec-fetch-site': 'cross-site' }],
    [
      'that is said to be cross-site, under our name',
      { 'sec-fetch-site': 'cross-site', origin: own, host: 'app.example.com' },
    ],
    ['of another site', { origin: 'https://evil.example' }],
  ];
  /** Returns the session cookie of an owner. The tests of this file send it from various origins. */
  const signedIn = async (): Promise<{ email: string; cookie: string; organizationId: string }> => {
    const email = people.newEmail();
    const person = await people.signedUp(email);
    const cookie = (await person.call('/auth/sign-in', { body: { email, password } })).headers
      .getSetCookie()[0]!
      .split(';', 1)[0]!;
    const made = await person.call('/organizations', {
      body: { name: email, countryCode: 'BR' },
    });
    return { email, cookie, organizationId: (made.body as { production: { id: string } }).production.id };
  };
  const open = async (organizationId: string, transport: string, extraHeaders: Headers): Promise<string | null> => {
    const { refused, socket } = connectSocket(api().url, { organizationId }, { transports: [transport], extraHeaders });
    await waitUntil(() => refused() !== null || socket.connected);
    return refused();
  };

  it('from foreign pages cannot write, read, sign in or open a socket', async () => {
    const { email, cookie, organizationId } = await signedIn();
    const found: unknown[] = [];
    for (const [what, headers] of foreign) {
      const sent = { cookie, 'x-organization-id': organizationId, ...headers };
      const entity = { type: 'person', name: 'Forged', countryCode: 'BR' };
      const write = await sendRaw(`${api().url}/entities`, 'POST', sent, entity);
      const signIn = await sendRaw(`${api().url}/auth/sign-in`, 'POST', headers, { email, password });
      found.push([what, write.code, signIn.code]);
      for (const transport of ['polling', 'websocket'])
        expect([what, transport, await open(organizationId, transport, sent)]).toEqual([
          what,
          transport,
          'UNAUTHORIZED',
        ]);
    }
    expect(found).toEqual(foreign.map(([what]) => [what, 'CROSS_SITE_REQUEST', 'CROSS_SITE_REQUEST']));
    const read = { cookie, 'x-organization-id': organizationId, 'sec-fetch-site': 'cross-site' };
    expect(await sendRaw(`${api().url}/entities`, 'GET', read, {})).toEqual({
      status: 403,
      code: 'CROSS_SITE_REQUEST',
    });
  });

  it('from own pages are allowed', async () => {
    const { cookie, organizationId } = await signedIn();
    const sent = { cookie, 'x-organization-id': organizationId, 'sec-fetch-site': 'same-origin', ...ownHeaders() };
    const entity = { type: 'person', name: 'Own', countryCode: 'BR' };
    expect(await sendRaw(`${api().url}/entities`, 'POST', sent, entity)).toMatchObject({ status: 201 });
    for (const transport of ['polling', 'websocket'])
      expect([transport, await open(organizationId, transport, sent)]).toEqual([transport, null]);
  });
});

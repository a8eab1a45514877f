import { problem, useWebhooks, webhooksPath } from '../../../../test/support/use-webhooks.js';

describe('shapes 16.1, 16.2, 16.6: webhook validation', () => {
  const { api, bodyOf, create, change } = useWebhooks();

  it.each<[string, object, string, string]>([
    ['no name', { name: ' ' }, 'name', 'must not be empty'],
    ['a name too long', { name: 'x'.repeat(201) }, 'name', '200'],
    ['no address', { url: undefined }, 'url', 'must be a string'],
    ['no events', { events: [] }, 'events', '1'],
    ['too many events', { events: Array(101).fill('*') }, 'events', '100'],
    ['an impatient sender', { timeoutMs: 999 }, 'timeoutMs', '1000'],
    ['a sender too patient', { timeoutMs: 30_001 }, 'timeoutMs', '30000'],
    ['an unknown member', { secret: 'mine' }, 'secret', 'not a known field'],
    ['an unknown filter', { filters: { entityType: ['person'] } }, 'filters.entityType', 'not a known field'],
    ['a filter of nothing', { filters: { countries: [] } }, 'filters.countries', '1'],
    ['an unknown type', { filters: { entityTypes: ['device'] } }, 'filters.entityTypes', 'person, company, payment_method'],
    ['an unknown status', { filters: { statusChanges: { to: ['gone'] } } }, 'filters.statusChanges.to', 'must be one of active'],
    ['an unknown member of a filter', { filters: { statusChanges: { at: [] } } }, 'filters.statusChanges.at', 'not a known field'],
    ['a rule by its name', { filters: { ruleIds: ['large'] } }, 'filters.ruleIds', 'UUID'],
    ['an unknown severity', { filters: { ruleSeverity: ['HIGH'] } }, 'filters.ruleSeverity', 'low, medium'],
    ['an unknown country', { filters: { countries: ['XX'] } }, 'filters.countries', 'ISO 3166-1'],
    ['an unknown kind of payment', { filters: { transactionTypes: ['GIFT'] } }, 'filters.transactionTypes', 'PAYMENT'],
    ['an unknown decision', { filters: { decisions: ['BLOCK'] } }, 'filters.decisions', 'APPROVE'],
    ['headers that are none', { headers: ['X-A'] }, 'headers', 'object'],
    ['too many headers', { headers: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`X-${n}`, 'x'])) }, 'headers', 'at most 10'],
    ['a header twice', { headers: { 'X-A': '1', 'x-a': '2' } }, 'headers.x-a', 'occurs twice'],
    ['a header that is no text', { headers: { 'X-A': 1 } }, 'headers.X-A', 'printable'],
    ['a header of nothing', { headers: { 'X-A': '' } }, 'headers.X-A', 'printable'],
    ['a header of two lines', { headers: { 'X-A': 'a\r\nX-B: b' } }, 'headers.X-A', 'on one line'],
    ['a header beyond ASCII', { headers: { 'X-A': 'é' } }, 'headers.X-A', 'ASCII'],
    ['a header as it is shown', { headers: { 'X-A': '••••elve' } }, 'headers.X-A', 'ASCII'],
    ['a header with a space before it', { headers: { 'X-A': ' a' } }, 'headers.X-A', 'printable'],
    ['a header too long', { headers: { 'X-A': 'x'.repeat(2_001) } }, 'headers.X-A', '2000'],
    ['a header of two lines in its name', { headers: { 'X-A\r\nX-B': 'a' } }, 'headers.X-A\r\nX-B', 'name of a header'],
    ['a header without a name', { headers: { '': 'a' } }, 'headers.', 'name of a header'],
    ['a long name of a header', { headers: { ['x'.repeat(101)]: 'a' } }, `headers.${'x'.repeat(101)}`, 'at most 100'],
  ])('rejects %s', async (_, more, field, message) => {
    const answer = await api().call(webhooksPath, { body: bodyOf(more) });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(answer.body.error.details).toEqual({ [field]: expect.stringContaining(message) });
    expect((await api().call(webhooksPath)).body.total).toBe(0);
  }); // prettier-ignore

  it.each([
    ...['Webhook-Id', 'webhook-timestamp', 'webhook-signature', 'X-Webhook-Event', 'x-webhook-attempt', 'User-Agent'],
    ...['Authorization', 'X-Authorization', 'Proxy-Authorization', 'Cookie', 'Host', 'Content-Type', 'content-length'],
    ...['Connection', 'Keep-Alive', 'TE', 'Trailer', 'Transfer-Encoding', 'Upgrade', 'Proxy-Connection', 'Expect'],
  ])('rejects the header %s', async (name) => {
    const answer = await api().call(webhooksPath, { body: bodyOf({ headers: { [name]: 'x' } }) });
    expect(problem(answer)).toMatchObject([400, 'VALIDATION_ERROR', `headers.${name}`, /set by each delivery/]);
    const { webhook } = await create();
    expect((await change(webhook.id as string, { headers: { [name]: 'x' } })).status).toBe(400);
  });

  it('keeps headers when the path changes, and drops them when the host changes', async () => {
    const headersOf = (answer: { body: { webhook: { headers: object } } }) => answer.body.webhook.headers;
    const { webhook } = await create({ headers: { 'X-Api-Key': 'a secret of twenty-five' } });
    const id = webhook.id as string;
    const shown = webhook.headers as Record<string, string>;
    const { origin } = new URL(webhook.url as string);
    expect(headersOf(await change(id, { url: `${origin}/other-path` }))).toEqual(shown);
    const kept = await change(id, { url: 'https://1.1.1.1/', headers: shown });
    expect(problem(kept)).toMatchObject([400, 'VALIDATION_ERROR', 'headers.X-Api-Key', /printable ASCII/]);
    expect(headersOf(await change(id, { url: 'https://1.1.1.1/' }))).toEqual({});
  });

  it.each<[string, string]>([
    ['not an address', 'must be an address such as https://example.com'],
    ['//example.com', 'must be an address such as https://example.com'],
    ['https://93.184.216.34/a\nb', 'must be an address such as https://example.com'],
    [' https://93.184.216.34/', 'must be an address such as https://example.com'],
    ['http://93.184.216.34/', 'must start with https://, not with http:'],
    ['ftp://93.184.216.34/', 'must start with https://, not with ftp:'],
    ['file:///etc/passwd', 'must start with https://, not with'],
    ['https://93.184.216.34/#part', 'must not have the fragment #part'],
    ['https://user@93.184.216.34/', 'must not contain a user and password'],
    ['https://localhost/', 'must be public: localhost'],
    ['https://127.0.0.1/', 'must be public: 127.0.0.1'],
    ['https://127.1:8443/', 'must be public: 127.0.0.1'],
    ['https://2130706433/', 'must be public: 127.0.0.1'],
    ['https://0x7f.1/', 'must be public: 127.0.0.1'],
    ['https://10.0.0.1/', 'must be public: 10.0.0.1'],
    ['https://192.168.1.1/', 'must be public: 192.168.1.1'],
    ['https://169.254.169.254/latest/meta-data/', 'must be public: 169.254.169.254'],
    ['https://[::1]/', 'must be public: ::1'],
    ['https://[fd00:ec2::254]/', 'must be public: fd00:ec2::254'],
    ['https://[::ffff:127.0.0.1]/', 'must be public: ::ffff:7f00:1'],
    ['https://[fe80::1]/', 'must be public: fe80::1'],
  ])('rejects the address %s', async (sent, message) => {
    const answer = await api().call(webhooksPath, { body: bodyOf({ url: sent }) });
    expect(problem(answer)).toEqual([400, 'INVALID_URL', 'url', expect.stringContaining(message)]);
    expect(answer.body.error.message).toContain(message);
    const { webhook } = await create();
    expect(problem(await change(webhook.id as string, { url: sent }))).toEqual(problem(answer));
  });

  it('allows an unresolvable host name in a sandbox, which sends nothing', async () => {
    const unknown = 'https://hooks.tamis.invalid/a';
    const { key } = api().sandbox;
    const refused = await api().call(webhooksPath, { body: bodyOf({ url: unknown }) });
    expect(problem(refused)).toMatchObject([400, 'INVALID_URL', 'url', /hooks\.tamis\.invalid/]);
    expect((await create({ url: unknown }, key)).webhook.url).toBe(unknown);
    for (const url of ['http://93.184.216.34/', 'https://localhost/', 'https://10.0.0.1/', 'https://a@hooks.tamis.invalid/'])
      expect(problem(await api().call(webhooksPath, { body: bodyOf({ url }), key }))).toContain('INVALID_URL');
  }); // prettier-ignore

  it.each<[string, string]>([
    ['alert.craeted', 'did you mean alert.created?'],
    ['alerts.*', 'did you mean alert.*?'],
    ['Alert.created', 'did you mean alert.created?'],
    ['transaction.approved_by_rules', 'the events of transaction are transaction.created, transaction.updated'],
    ['payment.settled', 'GET /webhook-config/events lists all events'],
    ['mail.invitation', 'GET /webhook-config/events lists all events'],
    ['alert.created.*', 'unknown event alert.created.*'],
    ['', 'unknown event'],
    ['constructor', 'unknown event constructor'],
  ])('rejects the event %s', async (name, message) => {
    const answer = await api().call(webhooksPath, { body: bodyOf({ events: ['alert.created', name] }) });
    expect(problem(answer)).toEqual([400, 'UNKNOWN_EVENT', 'events[1]', expect.stringContaining(message)]);
    const { webhook } = await create();
    expect(problem(await change(webhook.id as string, { events: ['alert.created', name] }))).toEqual(problem(answer));
  });

  it('accepts every listed event and its category', async () => {
    const { body } = await api().call(`${webhooksPath}/events`);
    const listed = body.events as { name: string; category: string; description: string }[];
    const names = listed.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['transaction.updated', 'security.member.environment_changed', 'kyc.validation_in_review', 'risk_analysis_user_event_executed'])); // prettier-ignore
    expect(new Set(names).size).toBe(names.length);
    expect(listed.every(({ description }) => description.length > 10)).toBe(true);
    const categories = [...new Set(listed.map(({ category }) => `${category}.*`))];
    expect(categories).toEqual(expect.arrayContaining(['risk_analysis.*', 'security.*', 'rule_set.*']));
    for (const events of [names.slice(0, 100), categories])
      expect((await create({ events })).webhook.events).toEqual(events);
  });
});

import { readConfig, settings, settingsHelp, settingsPage } from './index.js';

describe('settings', () => {
  const asked = new Set<string>();
  const environment = new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name) => {
        asked.add(String(name));
        return undefined;
      },
    },
  );

  it('that are read are exactly those documented in `--help` and on the settings page', () => {
    readConfig(environment);
    const names = Object.values(settings).map(({ name }) => name);
    expect([...names].sort()).toEqual([...asked].sort());
    for (const name of names) {
      expect(settingsHelp()).toContain(`  ${name} `);
      expect(settingsPage()).toContain(`\`${name}\``);
    }
  });

  it('have the documented defaults', () => {
    const url = 'postgres://u:p@h/d';
    const written = Object.fromEntries(
      Object.values(settings)
        .filter(({ defaultText }) => defaultText !== null && !/^(none|cores - 1)$/.test(defaultText))
        .map(({ name, defaultText }) => [name, defaultText!]),
    );
    const fromText = readConfig({ DATABASE_URL: url, ...written });
    expect(fromText).toEqual(readConfig({ DATABASE_URL: url }));
    expect(fromText.ok).toBe(true);
  });

  it.each([
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'with a space in the middle'],
    ['DRAIN_MS', '-1'],
    ['DRAIN_MS', '3600000'],
    ['TRACING', 'yes'],
    ['WEBHOOK_LOOPBACK', 'yes'],
    ['SHOW_EMAILS', 'yes'],
    ['EGRESS', 'no'],
    ['RECEIVE_TIMEOUT_MS', '0'],
    ['TRUSTED_PROXIES', '127.0.0.1, everyone'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'true'],
    ['WATCHLISTS', 'us_ofac,everything'],
    ['WATCHLISTS', 'opensanctions'],
    ['WATCHLIST_UN_SC_URL', 'file:///etc'],
    ['OPENSANCTIONS_LICENCE', 'yes'],
  ])('reject %s=%s with one line that names the setting and reveals no secret', (name, value) => {
    const read = readConfig({ DATABASE_URL: 'postgres://u:p@h/d', [name]: value });
    expect(read).toEqual({ ok: false, error: [expect.stringMatching(`^${name}: `)] });
    if (!read.ok && name === 'METRICS_TOKEN') expect(read.error[0]).not.toContain(value);
  });

  it('reject a mail server together with EGRESS=off', () => {
    const set = { DATABASE_URL: 'postgres://u:p@h/d', MAIL_URL: 'smtp://mail.example', MAIL_FROM: 'a@mail.example' };
    expect(readConfig(set)).toMatchObject({ ok: true, value: { egress: true } });
    expect(readConfig({ ...set, EGRESS: 'off' })).toEqual({
      ok: false,
      error: [expect.stringMatching('^MAIL_URL: cannot be combined with EGRESS=off')],
    });
  });

  it.each([
    ['open this machine to webhooks', 'WEBHOOK_LOOPBACK', 'webhookLoopback'],
    ['show what stands in emails', 'SHOW_EMAILS', 'showEmails'],
  ])('%s only in development', (_, name, member) => {
    const set = { DATABASE_URL: 'postgres://u:p@h/d', [name]: 'on', TAMIS_MASTER_KEY: 'x' };
    expect(readConfig(set)).toMatchObject({ ok: true, value: { [member]: true } });
    expect(readConfig({ ...set, DEPLOYMENT: 'production' })).toEqual({
      ok: false,
      error: [expect.stringMatching(`^${name}: is for development alone`)],
    });
  });
});

import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestApi, type TestApi } from '../../apps/api/test/support/start-test-api.js';
import { runCli } from '../../apps/cli/src/run-cli.js';
import { FaultyNetwork } from './faulty-network.js';

const rule = (limit: number): string =>
  `language 1\n\nrule network_limit {\n  on transaction\n  when transaction.amount > ${limit} USD\n}\n`;

describe('the command line on a network with faults', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tamis-network-'));
  const ruleFile = path.join(folder, 'rules/network_limit.rules');
  let api: TestApi;
  let network: FaultyNetwork;
  let stopping = new AbortController();

  const tamis = async (...args: string[]): Promise<{ code: number; out: string; err: string }> => {
    const said = { out: '', err: '' };
    const code = await runCli(args, {
      cwd: folder,
      args,
      env: { TAMIS_API_KEY: api.production.key, TAMIS_SERVER: network.url },
      configDirectory: path.join(folder, '.config'),
      out: (text) => (said.out += text),
      err: (text) => (said.err += text),
      readStdin: () => Promise.resolve(Buffer.alloc(0)),
      color: false,
      isInteractive: false,
      isStdinTty: false,
      today: '2026-03-01',
      abortSignal: stopping.signal,
    });
    return { code, ...said };
  };

  beforeAll(async () => {
    api = await startTestApi();
    network = await FaultyNetwork.open(api.url);
    mkdirSync(path.dirname(ruleFile), { recursive: true });
    writeFileSync(ruleFile, rule(10));
  });
  afterAll(async () => {
    network?.close();
    await api?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    network.faults = [];
    network.onRequest = () => undefined;
    stopping = new AbortController();
  });

  it('sends a request again if the server is busy or the response is lost', async () => {
    network.faults = [{ kind: 'refuse', status: 503, retryAfter: '0' }, { kind: 'lose the response' }];
    expect(await tamis('plan')).toMatchObject({ code: 0, out: expect.stringContaining('+ network_limit  create') });
    network.faults = [{ kind: 'refuse', status: 429, retryAfter: '0', code: 'RATE_LIMIT_EXCEEDED' }];
    expect(await tamis('plan')).toMatchObject({ code: 0 });
  });

  it('completes and records an apply that is stopped while the server stores it', async () => {
    network.onRequest = (address) => void (address === '/rules/apply' && stopping.abort());
    expect(await tamis('apply')).toMatchObject({ code: 0, out: expect.stringContaining('stored  network_limit') });
    stopping = new AbortController();
    writeFileSync(ruleFile, rule(11));
    expect(await tamis('apply')).toMatchObject({ code: 0, out: expect.stringContaining('network_limit  version 2') });
  });

  it('reports that the files of an apply could not be recorded', async () => {
    rmSync(path.join(folder, 'schema'), { recursive: true });
    writeFileSync(path.join(folder, 'schema'), '');
    writeFileSync(ruleFile, rule(12));
    const { code, err } = await tamis('apply', '--overwrite');
    expect([code, err]).toEqual([
      3,
      expect.stringMatching(/^tamis: stored on the server, but .* needs --overwrite\n$/),
    ]);
    rmSync(path.join(folder, 'schema'));
    writeFileSync(ruleFile, rule(13));
    expect(await tamis('apply')).toMatchObject({ code: 1, err: expect.stringContaining('was never pulled or stored') });
    expect(await tamis('apply', '--overwrite')).toMatchObject({ code: 0 });
  });

  it('shows the place of each error of a plan, and the position of each warning', async () => {
    const doubtful = rule(13)
      .replace('network_limit', 'network_home')
      .replace(/when .*/, 'when origin.countryCode != "BR"');
    writeFileSync(path.join(folder, 'rules/network_home.rules'), doubtful);
    writeFileSync(ruleFile, rule(13).replace('transaction.amount', 'transaction.amuont'));
    const { code, err } = await tamis('plan');
    expect(code).toBe(1);
    expect(err).toContain('error[E0201]: unknown field\n  ┌─ rules/network_limit.rules:5:8\n');
    expect(err).toMatch(/^rules\/network_home\.rules:5:8: warning\[W1203\]: unknown, not true, when/m);
  });

  it('says that another program answers', async () => {
    const proxy = createServer((_, answer) => answer.writeHead(500, { 'content-type': 'text/html' }).end('<html>'));
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { code, err } = await tamis('plan', '--server', `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    expect([code, err]).toEqual([
      3,
      'tamis: the server answered 500 Internal Server Error, but not as Tamis does: another program, such as a proxy, answers at its address\n',
    ]);
    proxy.closeAllConnections();
    proxy.close();
  });
});

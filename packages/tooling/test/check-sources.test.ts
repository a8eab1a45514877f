import { execFile } from 'node:child_process';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { allProviders } from '@tamis/enrichment';

import type { SourceCheck } from '../src/source-check.mjs';

const foundation = 'Global Legal Entity Identifier Foundation';
const program = path.join(__dirname, '../src/check-sources.mjs');
type Respond = (response: ServerResponse, body: string) => void;

/** Returns the bodies that each source sends for its first recorded success, in order. */
function recordedBodies(code: string): string[] {
  const { response, following = [] } = allProviders
    .find((provider) => provider.code === code)!
    .recordings.find(({ outcome }) => outcome === 'ok')!;
  // Only for the requested subject, because a search lists only candidates.
  return [response, ...following].flatMap((one) =>
    one !== null && 'body' in one
      ? [one.body.replaceAll('Nordwind Getriebe GmbH', foundation).replaceAll('"country":"DE"', '"country":"CH"')]
      : [],
  );
}

const codes: Readonly<Record<string, string>> = {
  'minhareceita.org': 'br_receita_cnpj',
  'api.gleif.org': 'global_gleif_lei',
  'ec.europa.eu': 'eu_vies_check',
};
const asRecorded: Respond = (response, body) => void response.writeHead(200).end(body);

describe('npm run check:sources against a mirror of recorded responses', () => {
  let server: Server;
  let at = '';
  let respond: Readonly<Record<string, Respond>> = {};
  let left: Record<string, string[]> = {};
  beforeAll(async () => {
    server = createServer((request, response) => {
      const code = codes[request.url!.split('/')[1]!]!;
      const bodies = (left[code] ??= recordedBodies(code));
      (respond[code] ?? asRecorded)(response, bodies.length > 1 ? bodies.shift()! : bodies[0]!);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  async function check(of: Readonly<Record<string, Respond>>, address = at) {
    respond = of;
    left = {};
    const args = [program, '--at', address, '--json'];
    const env = { PATH: process.env['PATH'] ?? '', TAMIS_BUILT: '1' };
    const [exitCode, printed] = await new Promise<[number, string]>((resolve) =>
      execFile(process.execPath, args, { env }, (error, stdout) => resolve([Number(error?.code ?? 0), stdout])),
    );
    return { exitCode, checks: JSON.parse(printed) as readonly SourceCheck[] };
  }
  const stateOf = (checks: readonly SourceCheck[]) =>
    Object.fromEntries(checks.map(({ provider, state }) => [provider, state]));
  const same = { br_receita_cnpj: 'as recorded', global_gleif_lei: 'as recorded', eu_vies_check: 'as recorded' };

  it('exits with 0 when everything matches the recordings', async () => {
    const { exitCode, checks } = await check({});
    expect([exitCode, stateOf(checks)]).toEqual([0, same]);
    for (const { fields, otherTypes, gone, notRecorded } of checks) {
      expect(fields).toBeGreaterThan(0);
      expect([otherTypes, gone, notRecorded]).toEqual([[], [], 0]);
    }
  });

  it('exits with 1 when a type changed, a field was renamed, or a page is returned', async () => {
    const typed: Respond = (response, body) =>
      asRecorded(response, JSON.stringify({ ...JSON.parse(body), situacao_cadastral: 'ATIVA' }));
    const { exitCode, checks } = await check({
      br_receita_cnpj: typed,
      global_gleif_lei: (response) => asRecorded(response, '<html>moved</html>'),
      eu_vies_check: (response) => void response.writeHead(404).end('{}'),
    });
    expect([exitCode, checks.map(({ state }) => state)]).toEqual([1, ['changed', 'changed', 'changed']]);
    expect(checks).toMatchObject([{ otherTypes: ['situacao_cadastral: string'] }, { fields: 0 }, { fields: 0 }]);

    const renamed = await check({
      br_receita_cnpj: (response, body) => asRecorded(response, body.replaceAll(/"([a-z_]{5,})":/g, '"new_$1":')),
    });
    expect([renamed.exitCode, stateOf(renamed.checks)]).toEqual([1, { ...same, br_receita_cnpj: 'changed' }]);
    expect(renamed.checks[0]!.gone).toContain('razao_social');
  });

  it('exits with 2 when a source is unreachable or broken', async () => {
    const away: Respond = (response) => void response.writeHead(503).end('<html>');
    const { exitCode, checks } = await check({
      br_receita_cnpj: away,
      global_gleif_lei: (response) => void response.writeHead(429).end(),
      eu_vies_check: (response) => response.destroy(),
    });
    expect([exitCode, checks.map(({ state }) => state)]).toEqual([2, ['unreachable', 'unreachable', 'unreachable']]);
    const mixed = await check({ br_receita_cnpj: away, eu_vies_check: (response) => asRecorded(response, '[]') });
    expect([mixed.exitCode, mixed.checks.map(({ state }) => state)]).toEqual([
      1,
      ['unreachable', 'as recorded', 'changed'],
    ]);
  });
});

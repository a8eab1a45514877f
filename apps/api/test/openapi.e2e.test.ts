import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { type Body, startTestApi, type TestApi } from './support/start-test-api.js';
import { makeTenantRecords, type TenantRecords } from './support/tenant-records.js';

const file = resolve(__dirname, '../openapi.json');
const document = JSON.parse(readFileSync(file, 'utf8')) as {
  paths: Record<string, Record<string, Body>>;
  components: { schemas: Record<string, Body> };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

describe('API description', () => {
  let api: TestApi;
  let mine: TenantRecords;
  beforeAll(async () => {
    api = await startTestApi();
    mine = await makeTenantRecords(api, api.production, 'own-mark', '11.444.777/0001-61');
  });
  afterAll(() => api?.stop());

  it('is valid: references resolve, examples match their schemas, operation ids are unique', () => {
    const script = `
      import { createConfig, lintFromString } from '@redocly/openapi-core';
      import { readFileSync } from 'node:fs';
      const names = ['struct', 'no-unresolved-refs', 'operation-operationId', 'operation-operationId-unique', 'operation-summary',
        'operation-2xx-response', 'operation-4xx-response', 'path-parameters-defined', 'security-defined',
        'no-enum-type-mismatch', 'path-declaration-must-exist', 'operation-parameters-unique',
        'no-identical-paths'];
      const examples = { 'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true } };
      const rules = { ...Object.fromEntries(names.map((name) => [name, 'error'])), ...examples };
      const config = await createConfig({ rules });
      const source = readFileSync(process.argv[1], 'utf8');
      const problems = await lintFromString({ source, absoluteRef: process.argv[1], config });
      console.log(JSON.stringify(problems.map(({ ruleId, message, location }) => [ruleId, location[0]?.pointer, message])));
    `;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script, file], {
      encoding: 'utf8',
      cwd: resolve(__dirname, '../../..'),
    });
    expect(run.stderr).toBe('');
    expect(JSON.parse(run.stdout)).toEqual([]);
  });

  it('names and describes each operation, and shows an example body where it accepts one', () => {
    const lacking = operations.filter(({ operation }) => {
      const body = operation.requestBody?.content?.['application/json'];
      return !operation.summary || !operation.operationId || (body && !body.example && !body.examples);
    });
    expect(lacking.map(({ operation }) => operation.operationId)).toEqual([]);
  });

  it('limits risk matrices to the same number wherever a body names some', () => {
    const schemas = Object.entries(document.components.schemas).filter(([name]) => name.endsWith('Body'));
    const most = schemas.flatMap(([name, { properties = {} }]) =>
      ['riskMatrixIds', 'riskMatrixId'].flatMap((member) => {
        const { maxItems, oneOf } = properties[member] ?? {};
        const found = maxItems ?? (oneOf as Body[] | undefined)?.find((each) => each.maxItems !== undefined)?.maxItems;
        return found === undefined ? [] : [[`${name}.${member}`, found as number] as const];
      }),
    );
    expect(most.length).toBeGreaterThan(10);
    expect(most.filter(([, max]) => max !== 10)).toEqual([]);
  });

  it('shows example bodies that their routes accept', async () => {
    const refused: unknown[] = [];
    let sent = 0;
    for (const { path, method, operation } of operations) {
      const body = operation.requestBody?.content?.['application/json']?.example;
      if (body === undefined) continue;
      const names = { id: recordOf(path), name: 'large', countryCode: 'BR', type: 'custom', itemId: mine.item };
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof names) => names[name]);
      const text = JSON.stringify(body)
        .replaceAll('0190a0f0-0000-7000-8000-000000000001', namedBy(path))
        // Host names of the internet may not resolve where the tests run.
        .replace('https://example.com/hooks', 'https://93.184.216.34/hooks');
      const answer = await api.call(url, { method, body: text });
      sent += 1;
      // Records and secrets that the example refers to need not exist. That error is different from the one for a malformed body.
      const isWrong = answer.status === 400 && answer.body.error?.code !== 'INVALID_TOKEN';
      if (isWrong || answer.status >= 500) refused.push([method, path, answer.text]);
    }
    expect(refused).toEqual([]);
    expect(sent).toBeGreaterThan(15);
  });

  /** Returns the id that the bodies of a route refer to. */
  const namedBy = (path: string): string => {
    if (path.startsWith('/members')) return mine.role;
    return path.endsWith('/rules') ? mine.rule : mine.riskMatrix;
  };

  const recordOf = (path: string): string => {
    const kinds: readonly (readonly [string, string])[] = [
      ['/data-lists/{id}/sync', mine.syncedList],
      ['/api-keys', mine.apiKey],
      ['/data-lists', mine.list],
      ['/devices', mine.device],
      ['/members', mine.member],
      ['/roles', mine.role],
      ['/organizations', mine.organization],
      ['/risk-matrices', mine.riskMatrix],
      ['/rules/approvals', mine.approval],
      ['/rules', mine.rule],
    ];
    return kinds.find(([prefix]) => path.startsWith(prefix))?.[1] ?? mine.entity;
  };
});

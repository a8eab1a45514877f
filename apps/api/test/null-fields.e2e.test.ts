import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { useTestApi } from './support/use-test-api.js';

interface Schema {
  readonly $ref?: string;
  readonly nullable?: boolean;
  readonly readOnly?: boolean;
  readonly type?: string | readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

const place = fileURLToPath(new URL('../openapi.json', `file://${__filename}`));
const { paths, components } = JSON.parse(readFileSync(place, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : resolved(components.schemas[schema.$ref.split('/').at(-1)!]!);

const takesNull = ({ nullable, type, oneOf = [], anyOf = [], enum: values = [] }: Schema): boolean =>
  nullable === true ||
  [type].flat().includes('null') ||
  values.includes(null) ||
  [...oneOf, ...anyOf].some((each) => takesNull(each));

/** They replace the whole value or perform an action: omitted and null both mean none. */
const noChanges: ReadonlySet<string> = new Set([
  'PATCH /intelligence/alerts/{id}/status',
  'PATCH /intelligence/investigations/{id}/status',
  'PATCH /transactions/{id}/changeStatus',
  'PATCH /transactions/external/{externalId}/changeStatus',
  'PATCH /entities/{id}/attributes',
  'PATCH /rules/params/{name}',
  'PUT /risk-matrices/defaults',
  'PUT /risk-matrices/{id}/rules',
  'PUT /rules/{id}/guard',
  'PUT /rules/library',
  'PUT /entities/upsert',
  'PUT /screening-matches/{id}/assign',
  'PUT /api/kyc/validations/{id}/assign',
  'PUT /kyc/session/{token}/document',
]);

const changes = Object.entries(paths).flatMap(([path, operations]) =>
  (['patch', 'put'] as const).flatMap((method) => {
    const schema = operations[method]?.requestBody?.content['application/json']?.schema;
    const name = `${method.toUpperCase()} ${path}`;
    if (schema === undefined || noChanges.has(name)) return [];
    const { properties = {}, required = [] } = resolved(schema);
    const kept = Object.entries(properties).filter(
      ([field, each]) => !required.includes(field) && each.readOnly !== true && !takesNull(each),
    );
    return kept.length === 0 ? [] : [[name, method, path, kept.map(([field]) => field)] as const];
  }),
);

describe('null in update requests', () => {
  const api = useTestApi();
  const patch = (path: string, body: object) => api().call(path, { method: 'PATCH', body });

  it.each(changes)('of %s is rejected where the field cannot be cleared', async (_, method, path, fields) => {
    const at = path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000001');
    const body = Object.fromEntries(fields.map((field) => [field, null]));
    const { status, body: answer } = await api().call(at, { method: method.toUpperCase(), body });
    const details = (answer.error?.details ?? answer.details) as Readonly<Record<string, string>>;
    expect([status, Object.keys(details ?? {})]).toEqual([400, expect.arrayContaining([...fields])]);
    expect(fields.map((field) => details[field])).toEqual(fields.map(() => 'cannot be null: omit it to keep it'));
  });

  it('clears optional fields', async () => {
    const granted = { name: 'R', description: 'D', permissions: ['entities:read'] };
    const { role } = (await api().call('/roles', { body: granted })).body;
    const { team } = (await api().call('/teams', { body: { name: 'T', description: 'D' } })).body;
    const dueDate = '2030-01-01T00:00:00Z';
    const made = await api().call('/intelligence/investigations', { body: { name: 'I', description: 'D', dueDate } });
    const { id } = made.body.investigation as { readonly id: string };
    const cleared = [
      (await patch(`/roles/${role.id}`, { description: null })).body.role,
      (await patch(`/teams/${team.id}`, { description: null })).body.team,
      (await patch(`/intelligence/investigations/${id}`, { description: null, dueDate: null })).body.investigation,
    ];
    expect(cleared).toMatchObject([
      { name: 'R', description: null, permissions: ['entities:read'] },
      { name: 'T', description: null },
      { name: 'I', description: null, dueDate: null },
    ]);
  });

  it('is reported where an upsert leaves the existing value', async () => {
    const entity = {
      type: 'company',
      externalId: 'null-1',
      name: 'Null & Sons',
      countryCode: 'BR',
      phone: '+55 11 98888',
    };
    const upsert = (more: object) =>
      api().call('/entities/upsert', { method: 'PUT', body: { entity: { ...entity, ...more } } });
    expect((await upsert({ email: null })).body).not.toHaveProperty('notices');
    const { body } = await upsert({ phone: null, email: null });
    expect([body.action, body.entity.phone]).toEqual(['updated', entity.phone]);
    expect(body.notices).toMatchObject([{ code: 'NOT_AVAILABLE', field: 'entity.phone' }]);
  });
});

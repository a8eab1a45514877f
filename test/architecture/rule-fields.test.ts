import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Target } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import { repository } from './source-files.js';

interface Description {
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: Readonly<Record<string, unknown>> }>>;
  };
}

const { schemas } = (JSON.parse(readFileSync(join(repository, 'apps/api/openapi.json'), 'utf8')) as Description)
  .components;

/** Bodies whose fields are stored, where rules find these fields, and the fields that rules do not read. */
const stored: readonly (readonly [schema: string, target: Target, place: string, others: readonly string[]])[] = [
  ['PersonBody', 'person', 'entityData.person', []],
  ['CompanyBody', 'company', 'entityData.company', ['branchTaxIds']],
  ['PaymentMethodBody', 'transaction', 'instrument', []],
  ['PartyDetailsBody', 'transaction', 'origin.details', ['paymentDetails']],
  ['LocationDetailsBody', 'transaction', 'locationDetails', []],
  ['DeviceDetailsBody', 'transaction', 'deviceDetails', []],
  // Options of storing and deciding. The details of the parties are below `origin` and `destination`.
  [
    'CreateTransactionBody',
    'transaction',
    '',
    [
      'originDetails',
      'destinationDetails',
      'executeRules',
      'validateExistingEntity',
      'linkEntityStrict',
      'riskMatrixId',
    ],
  ],
  ['CreateUserEventBody', 'userEvent', '', ['executeRules']],
];

describe('fields of submitted records', () => {
  test.each(stored)('in %s can be named by rules: %s, %s', (schema, target, place, others) => {
    const fields = libraryCatalogue.schema.fields(target).map(({ jsonPath }) => jsonPath.join('.'));
    const isRead = (path: string): boolean => fields.some((field) => field === path || field.startsWith(`${path}.`));
    const members = Object.keys(schemas[schema]!.properties);
    const unread = members.filter((member) => !isRead(place === '' ? member : `${place}.${member}`));
    expect(unread.sort()).toEqual([...others].sort());
  });
});

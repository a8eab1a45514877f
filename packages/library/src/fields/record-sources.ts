import type { SourceDeclaration } from '@tamis/lang';

const origin = ['originEntityId'];
const destination = ['destinationEntityId'];
const source = ['sourceEntityId'];
const target = ['targetEntityId'];
const entity = ['entityId'];

/** Sources of records for aggregates, and the side of a record that each link refers to (language manual 1.8). */
export const recordSources: readonly SourceDeclaration[] = [
  {
    name: 'transactions',
    timePath: ['transactedAt'],
    sides: { from: origin, to: destination, involving: [origin, destination], between: [origin, destination] },
    per: true,
  },
  { name: 'userEvents', timePath: ['timestamp'], sides: { from: entity, involving: [entity] }, per: true },
  { name: 'alerts', timePath: ['createdAt'], sides: { involving: [target] }, per: true },
  { name: 'cases', timePath: ['createdAt'], sides: { involving: [entity] }, per: true },
  {
    name: 'relationships',
    timePath: null,
    sides: { from: source, to: target, involving: [source, target] },
    per: false,
  },
  { name: 'accounts', timePath: null, sides: { from: entity }, per: false },
];

/** The parts of the edge, each of which needs the previous ones. */
export const layers = ['nest', 'reading', 'key', 'limits', 'admission', 'logs'] as const;

export type Layer = (typeof layers)[number];

/**
 * What the route does in addition: nothing; reads a row by its key as the owner of the table, in one statement; or does this as the
 * application does, in a transaction of the organization and under row-level security: with a statement, or with a repository of TypeORM.
 */
export type Row = 'none' | 'owner' | 'tenant' | 'mapped';

/** A server with all layers up to one, and the action of its route. */
export interface Composition {
  readonly name: string;
  readonly upTo: Layer;
  readonly row: Row;
  /** Whether all connections send the same key, so that requests are counted together. */
  readonly oneKey?: true;
}

export const compositions: readonly Composition[] = [
  { name: 'bare Nest route', upTo: 'nest', row: 'none' },
  { name: '+ reading, validation', upTo: 'reading', row: 'none' },
  { name: '+ key, permission', upTo: 'key', row: 'none' },
  { name: '+ rate limit', upTo: 'limits', row: 'none' },
  { name: '  of one key', upTo: 'limits', row: 'none', oneKey: true },
  { name: '+ admission', upTo: 'admission', row: 'none' },
  { name: '+ log, metrics', upTo: 'logs', row: 'none' },
  { name: 'bare, reads a row', upTo: 'nest', row: 'owner' },
  { name: 'edge, reads a row', upTo: 'logs', row: 'owner' },
  { name: 'edge, mapped row', upTo: 'logs', row: 'mapped' },
  { name: 'edge, row by tenant', upTo: 'logs', row: 'tenant' },
];

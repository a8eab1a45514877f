/** The parts of the edge, each of which needs those before it. */
export const layers = ['nest', 'reading', 'key', 'limits', 'admission', 'logs'] as const;

export type Layer = (typeof layers)[number];

/**
 * What the route does besides: nothing; read a row by its key as the owner of the table, in one statement; or the same as the
 * application does it, in a transaction of the organization and under row-level security: by a statement, or by a repository of TypeORM.
 */
export type Row = 'none' | 'owner' | 'tenant' | 'mapped';

/** A server: all layers up to one, and what its route does. */
export interface Composition {
  readonly name: string;
  readonly upTo: Layer;
  readonly row: Row;
  /** All connections send the same key, so that requests are counted together. */
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

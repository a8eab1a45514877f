export const kinds = ['transaction_batch', 'entity_batch', 'user_event_batch'] as const;
export type Kind = (typeof kinds)[number];

export const statuses = ['queued', 'running', 'completed', 'failed', 'cancelled', 'interrupted'] as const;
export type Status = (typeof statuses)[number];

/** The filter of the imports, as stored in the address. */
export interface ImportsSearch {
  readonly kind?: Kind;
  readonly status?: Status;
  readonly cursor?: string;
}

const mostCursor = 500;

export function readImportsSearch(given: Readonly<Record<string, unknown>>): ImportsSearch {
  const kind = kinds.find((each) => each === given['kind']);
  const status = statuses.find((each) => each === given['status']);
  const { cursor } = given;
  return {
    ...(kind && { kind }),
    ...(status && { status }),
    ...(typeof cursor === 'string' && cursor !== '' && cursor.length <= mostCursor && { cursor }),
  };
}

/** The targets of files, the permission required to send them, and whether they require a column mapping. */
export const targets = {
  transaction: { permission: 'transactions:create', kind: 'transaction_batch', needsMapping: false },
  entity_mixed: { permission: 'entities:bulk_import', kind: 'entity_batch', needsMapping: false },
  entity_person: { permission: 'entities:bulk_import', kind: 'entity_batch', needsMapping: true },
  entity_company: { permission: 'entities:bulk_import', kind: 'entity_batch', needsMapping: true },
  user_event: { permission: 'events:create', kind: 'user_event_batch', needsMapping: true },
} as const satisfies Readonly<Record<string, { permission: string; kind: Kind; needsMapping: boolean }>>;

export type Target = keyof typeof targets;
export const targetNames = Object.keys(targets) as readonly Target[];

/** The permissions required to pause or end an import, and to see which of its rows were not stored. */
export const rightsOf: Readonly<Record<Kind, { readonly send: string; readonly read: string }>> = {
  transaction_batch: { send: 'transactions:create', read: 'transactions:read' },
  entity_batch: { send: 'entities:bulk_import', read: 'entities:read' },
  user_event_batch: { send: 'events:create', read: 'events:read' },
};

/** Returns the rule sets that decided on the rows of a job, in order, as its record names them. */
export function setsOf({
  metadata,
}: {
  readonly metadata: Readonly<Record<string, unknown>> | null;
}): readonly string[] {
  const versions = metadata?.['ruleSetVersions'];
  return Array.isArray(versions) ? versions.filter((each) => typeof each === 'string') : [];
}

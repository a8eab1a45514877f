/** A record on a server. */
export interface RemoteRecord {
  readonly kind: 'tx' | 'entity' | 'event';
  /** The id of the record, or the caller's own id for it. */
  readonly id: string;
}

/** Parses `tx:…`, `entity:…` and `event:…`. Returns `null` if the text names a file. */
export function remoteRecord(on: string): RemoteRecord | null {
  const [, kind, id] = /^(tx|entity|event):(.+)$/.exec(on) ?? [];
  return kind === undefined || id === undefined ? null : { kind: kind as RemoteRecord['kind'], id };
}

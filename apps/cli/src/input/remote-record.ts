/** A record of a server. */
export interface RemoteRecord {
  readonly kind: 'tx' | 'entity' | 'event';
  /** Its id, or what the caller calls it. */
  readonly id: string;
}

/** `tx:…`, `entity:…`, `event:…`; null: it is a file. */
export function remoteRecord(on: string): RemoteRecord | null {
  const [, kind, id] = /^(tx|entity|event):(.+)$/.exec(on) ?? [];
  return kind === undefined || id === undefined ? null : { kind: kind as RemoteRecord['kind'], id };
}

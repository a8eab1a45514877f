/** Where sealed values stand. A table that holds some has a line here, so that a rotation finds them. */
export interface SealedColumn {
  /** Its rows are named by `organization_id` and `id`. */
  readonly table: string;
  readonly field: string;
}

export const sealedColumns: readonly SealedColumn[] = [
  { table: 'secrets', field: 'value' },
  { table: 'entity_accounts', field: 'account_number' },
  { table: 'payment_account_numbers', field: 'account_number' },
  { table: 'outbox', field: 'secret' },
  { table: 'webhooks', field: 'secret' },
  { table: 'webhooks', field: 'previous_secret' },
  { table: 'webhooks', field: 'headers' },
];

/** The owner of a dry run. Nobody else may write its data. */
export interface DryRunOwner {
  readonly organizationId: string;
  readonly dryRunId: string;
  readonly attempt: number;
}

/** Returns the error that ends the work of a process that has lost ownership. */
export const ownershipLostError = (): Error => new Error('the dry run was taken over or cancelled');

/** SQL condition on `dry_runs`: the dry run belongs to the owner. `$1` organization, `$2` dry run, `$3` attempt. */
export const ownedDryRun = `organization_id = $1 and id = $2 and attempt = $3 and status = 'running' and removed_at is null`;

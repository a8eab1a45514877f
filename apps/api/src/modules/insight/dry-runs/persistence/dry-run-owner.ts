/** Who is at a run: nobody else may write what belongs to it. */
export interface DryRunOwner {
  readonly organizationId: string;
  readonly dryRunId: string;
  readonly attempt: number;
}

/** What ends the work of whoever is not the owner any more. */
export const ownershipLostError = (): Error => new Error('the run was taken over or cancelled');

/** The run, while it is the owner's: `$1` organization, `$2` run, `$3` attempt. Of `dry_runs`. */
export const ownedDryRun = `organization_id = $1 and id = $2 and attempt = $3 and status = 'running' and removed_at is null`;

import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import type { ListVersions } from '../domain/list-changes.js';

/** The versions that the monitoring of an organization has processed. */
export interface PassedVersions {
  readonly versions: ListVersions;
  readonly profileVersion: number;
}

interface PassRow {
  readonly versions: string;
  readonly profileVersion: number;
}

const toPassed = (row: PassRow | undefined): PassedVersions | null =>
  row ? { ...row, versions: JSON.parse(row.versions) as ListVersions } : null;

const columns = `versions::text as versions, profile_version as "profileVersion"`;

export async function findPass(client: Queryable, organizationId: string): Promise<PassedVersions | null> {
  const { rows } = await client.query<PassRow>({
    name: 'monitoring-pass',
    text: `select ${columns} from monitoring_passes where organization_id = $1`,
    values: [organizationId],
  });
  return toPassed(rows[0]);
}

/**
 * Claims the transition from the known versions to a target, exclusively for a limited time; `leaving` contains the versions that count as
 * processed until then. Returns `false` if another process makes or has made the transition. Waits for screenings that are being stored,
 * and later ones see the target.
 */
export async function claimPass(
  client: Queryable,
  organizationId: string,
  { known, leaving, target }: Readonly<Record<'known' | 'leaving' | 'target', PassedVersions>>,
  leaseSeconds: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update monitoring_passes set leased_until = now() + make_interval(secs => $2), target_versions = $3, target_profile_version = $4,
       versions = $5
     where organization_id = $1 and leased_until <= now() and versions::text = $6 and profile_version = $7`,
    [
      organizationId,
      leaseSeconds,
      JSON.stringify(target.versions),
      target.profileVersion,
      JSON.stringify(leaving.versions),
      JSON.stringify(known.versions),
      known.profileVersion,
    ],
  );
  return rowCount === 1;
}

/** Returns the versions that were processed or are about to be. They cannot advance until the transaction ends. */
export async function lockTarget(client: Transaction, organizationId: string): Promise<PassedVersions | null> {
  const { rows } = await client.query<PassRow>({
    name: 'monitoring-target',
    text: `select target_versions::text as versions, target_profile_version as "profileVersion" from monitoring_passes
      where organization_id = $1 for share`,
    values: [organizationId],
  });
  return toPassed(rows[0]);
}

/**
 * Stores the versions that are now processed, unless another process advanced them meanwhile. Executed in one transaction with the
 * resulting changes, so that these are made only once.
 */
export async function completePass(
  client: Transaction,
  organizationId: string,
  from: PassedVersions,
  to: PassedVersions,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update monitoring_passes set versions = $4, profile_version = $5, leased_until = now()
     where organization_id = $1 and versions::text = $2 and profile_version = $3`,
    [
      organizationId,
      JSON.stringify(from.versions),
      from.profileVersion,
      JSON.stringify(to.versions),
      to.profileVersion,
    ],
  );
  return rowCount === 1;
}

export async function releasePass(client: Queryable, organizationId: string): Promise<void> {
  await client.query('update monitoring_passes set leased_until = now() where organization_id = $1', [organizationId]);
}

import type { Transaction } from '../../../../platform/database/index.js';
import type { Validation } from '../domain/validation.js';

/** The data of a validation that is needed to assign its review. */
export type Review = Pick<Validation, 'id' | 'entityId' | 'status' | 'assignedTo'>;

const columns = 'id, entity_id as "entityId", status, assigned_to as "assignedTo"';

/** Returns the unassigned validation that has waited longest for a review, locked so that nobody else takes or decides it. */
export async function lockNextReview(client: Transaction, organizationId: string): Promise<Review | null> {
  const { rows } = await client.query<Review>({
    name: 'kyc-review-next',
    text: `select ${columns} from kyc_validations
      where organization_id = $1 and status = 'in_review' and assigned_to is null
      order by created_at, id limit 1 for no key update`,
    values: [organizationId],
  });
  return rows[0] ?? null;
}

/** Returns and locks some validations that wait for the review of a person. */
export async function lockReviewsOf(
  client: Transaction,
  organizationId: string,
  userId: string,
  most: number,
): Promise<readonly Review[]> {
  const { rows } = await client.query<Review>(
    `select ${columns} from kyc_validations
     where organization_id = $1 and status = 'in_review' and assigned_to = $2 limit $3 for no key update`,
    [organizationId, userId, most],
  );
  return rows;
}

export async function saveReviewer(
  client: Transaction,
  organizationId: string,
  { id }: Pick<Validation, 'id'>,
  assignedTo: string | null,
): Promise<void> {
  await client.query({
    name: 'kyc-review-assign',
    text: `update kyc_validations set assigned_to = $3, assigned_at = case when $3::uuid is null then null else now() end
      where organization_id = $1 and id = $2`,
    values: [organizationId, id, assignedTo],
  });
}

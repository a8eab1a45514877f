import type { BiometricVerdict } from '@tamis/identity-documents';

import { ApiError } from '../../../../platform/http/index.js';

export const validationStatuses = [
  'pending',
  'in_progress',
  'in_review',
  'approved',
  'rejected',
  'expired',
  'abandoned',
  'cancelled',
] as const;
export type ValidationStatus = (typeof validationStatuses)[number];

/** Allowed transitions from each status; a status without any is final. */
export const moves: Readonly<Record<ValidationStatus, readonly ValidationStatus[]>> = {
  pending: ['in_progress', 'expired', 'cancelled'],
  in_progress: ['in_review', 'approved', 'rejected', 'abandoned', 'expired'],
  in_review: ['approved', 'rejected'],
  approved: [],
  rejected: [],
  expired: [],
  abandoned: [],
  cancelled: [],
};

/** Whether the person can still act. */
export const isOpen = (status: ValidationStatus): boolean => status === 'pending' || status === 'in_progress';

export const isFinal = (status: ValidationStatus): boolean => moves[status].length === 0;

/** Whether the provider has delivered a result, which is charged. */
export const isDelivered = (status: ValidationStatus): boolean =>
  status === 'in_review' || status === 'approved' || status === 'rejected';

/** Basis of an approval: a person who reviewed it, or a provider that compared faces. Nothing else can approve. */
export type Evidence =
  | { readonly kind: 'review'; readonly reviewer: { readonly id: string | null; readonly name: string | null } }
  | { readonly kind: 'biometrics'; readonly result: BiometricVerdict };

/** Throws 409 for a transition that is not in the table, and for an approval without evidence. */
export function assertMove(from: ValidationStatus, to: ValidationStatus, evidence: Evidence | null): void {
  if (!moves[from].includes(to)) throw moveError(from, to);
  if (to !== 'approved') return;
  const rests = evidence?.kind === 'review' || (evidence?.kind === 'biometrics' && evidence.result === 'passed');
  if (!rests || (from === 'in_review' && evidence.kind !== 'review'))
    throw new ApiError(
      'INVALID_STATUS_TRANSITION',
      'A validation is approved only after a face comparison or a review',
      {
        allowed: moves[from].filter((status) => status !== 'approved'),
      },
    );
}

export const moveError = (from: ValidationStatus, to: ValidationStatus): ApiError =>
  new ApiError('INVALID_STATUS_TRANSITION', `A validation that is ${from} cannot become ${to}`, {
    allowed: moves[from],
  });

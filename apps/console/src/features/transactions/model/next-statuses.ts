import type { components } from '@tamis/client';

export type PaymentStatus = components['schemas']['TransactionStatus'];

const terminal = ['EXPIRED', 'DECLINED', 'REFUNDED', 'SUCCESSFUL'] as const;

/** Where a payment may go from each status. */
export const nextStatuses: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  CREATED: ['PROCESSING', 'SUSPENDED', 'SENT', ...terminal],
  PROCESSING: ['SUSPENDED', 'SENT', ...terminal],
  SUSPENDED: ['PROCESSING', 'SENT', ...terminal],
  SENT: ['SUSPENDED', ...terminal],
  EXPIRED: [],
  DECLINED: [],
  REFUNDED: [],
  SUCCESSFUL: [],
};

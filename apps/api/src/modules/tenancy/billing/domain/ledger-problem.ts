import { ApiError } from '../../../../platform/http/index.js';
import type { ReserveOutcome } from './ledger-entry.js';

/** What `billing_post` raises: a reference with another amount, a settling of something else, a refund or a top-up that cannot be. */
const raised: ReadonlySet<unknown> = new Set(['TB001', 'TB002', 'TB003', 'TB004']);

const broken: Readonly<Record<string, string>> = {
  billing_accounts_wallet: 'the balance does not suffice',
  billing_accounts_most: 'the balance would be 10 trillion tokens or more',
};

/** Why the ledger did not take an entry, in words; null: the error says something else. */
export function ledgerProblem(error: unknown): string | null {
  const { code, constraint, message } = (error ?? {}) as { code?: unknown; constraint?: unknown; message?: unknown };
  if (raised.has(code)) return String(message);
  return typeof constraint === 'string' && Object.hasOwn(broken, constraint) ? broken[constraint]! : null;
}

/** Whether `Ledger.reserveAll` found that the balance does not suffice. */
export const isOutOfMoney = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'TB005';

/** The answer where a reservation did not find enough. */
export const insufficientBalance = ({ availableCents, neededCents }: Exclude<ReserveOutcome, 'reserved'>): ApiError =>
  new ApiError('INSUFFICIENT_BALANCE', 'The balance does not suffice: nothing was run', {
    availableCents,
    neededCents,
  });

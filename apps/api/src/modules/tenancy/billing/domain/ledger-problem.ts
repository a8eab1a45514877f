import { ApiError } from '../../../../platform/http/index.js';
import type { ReserveOutcome } from './ledger-entry.js';

/** Errors raised by `billing_post`: a reference with another amount, settling something else, an invalid refund or top-up. */
const raised: ReadonlySet<unknown> = new Set(['TB001', 'TB002', 'TB003', 'TB004']);

const broken: Readonly<Record<string, string>> = {
  billing_accounts_wallet: 'the balance is not sufficient',
  billing_accounts_most: 'the balance would be 10 trillion tokens or more',
};

/** Returns why the ledger rejected an entry, in words, or `null` if the error has another cause. */
export function ledgerProblem(error: unknown): string | null {
  const { code, constraint, message } = (error ?? {}) as { code?: unknown; constraint?: unknown; message?: unknown };
  if (raised.has(code)) return String(message);
  return typeof constraint === 'string' && Object.hasOwn(broken, constraint) ? broken[constraint]! : null;
}

/** Whether `Ledger.reserveAll` failed because the balance is insufficient. */
export const isOutOfMoney = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'TB005';

/** Returns the error for a reservation that exceeds the available balance. */
export const insufficientBalance = ({ availableCents, neededCents }: Exclude<ReserveOutcome, 'reserved'>): ApiError =>
  new ApiError('INSUFFICIENT_BALANCE', 'The balance is not sufficient: nothing was requested', {
    availableCents,
    neededCents,
  });

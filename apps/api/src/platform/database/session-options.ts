import { appRole } from './roles/app-role.js';

/** `owner` can change the schema; `app` is subject to row-level security. */
export type SessionRole = 'owner' | 'app';

/**
 * JIT compilation of a statement takes up to hundreds of milliseconds, and pays off only if it runs for seconds. The planner considers the
 * statement for decision facts just as expensive, although it runs for a few milliseconds.
 */
const jitOff = '-c jit=off';

/** Limits how long a process that hangs in the middle of a transaction can hold its locks, some of which others may wait for. */
const idleTransactionsEnd = '-c idle_in_transaction_session_timeout=60s';

/** Returns the connection options for a session at `url` with a role. */
export function sessionOptions(url: string, role: SessionRole): { connectionString: string; options: string } {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  // The driver would let options in the URL replace these.
  const given = address?.searchParams.get('options') ?? '';
  address?.searchParams.delete('options');
  return {
    connectionString: given === '' ? url : address!.href,
    // Sent when the connection is established, so that no statement is needed for it and `reset role` returns to it. Options of the URL
    // come after those that may be overridden, and before those that may not.
    options: role === 'app' ? `${jitOff} ${idleTransactionsEnd} ${given} -c role=${appRole}` : given,
  };
}

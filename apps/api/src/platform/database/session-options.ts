import { appRole } from './roles/app-role.js';

/** `owner` changes the schema; `app` is subject to row-level security. */
export type SessionRole = 'owner' | 'app';

/**
 * Compiling a statement to machine code takes up to hundreds of milliseconds, and pays for those that run for seconds. The statement
 * of the facts of a decision looks as dear to the planner, and runs for a few milliseconds.
 */
const jitOff = '-c jit=off';

/** A process that stands still in the middle of a transaction keeps its locks, those that others wait for among them, this long. */
const idleTransactionsEnd = '-c idle_in_transaction_session_timeout=60s';

/** How a session at `url` is opened in a role. */
export function sessionOptions(url: string, role: SessionRole): { connectionString: string; options: string } {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  // The driver would let options of the address replace ours.
  const given = address?.searchParams.get('options') ?? '';
  address?.searchParams.delete('options');
  return {
    connectionString: given === '' ? url : address!.href,
    // Part of the connection's start: no statement is needed for it, and `reset role` comes back to it.
    // What the address asks for comes after what may be chosen, and before what may not.
    options: role === 'app' ? `${jitOff} ${idleTransactionsEnd} ${given} -c role=${appRole}` : given,
  };
}

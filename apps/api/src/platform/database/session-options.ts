import { appRole } from './app-role.js';

/** `owner` changes the schema; `app` is subject to row-level security. */
export type SessionRole = 'owner' | 'app';

/** How a session at `url` is opened in a role. */
export function sessionOptions(url: string, role: SessionRole): { connectionString: string; options: string } {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  // The driver would let options of the address replace ours.
  const given = address?.searchParams.get('options') ?? '';
  address?.searchParams.delete('options');
  return {
    connectionString: given === '' ? url : address!.href,
    // Part of the connection's start: no statement is needed for it, and `reset role` comes back to it.
    options: role === 'app' ? `${given} -c role=${appRole}`.trim() : given,
  };
}

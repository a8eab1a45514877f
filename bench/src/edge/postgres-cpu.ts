import { readdirSync, readFileSync } from 'node:fs';

/** The unit of `/proc/<pid>/stat`; the kernel shows 100 ticks per second on every Linux. */
const usPerTick = 10_000;

/** Returns the microseconds of CPU time that a PostgreSQL server and its sessions have used so far (Linux). */
export function postgresCpuUs(dataDir: string): number {
  const [postmaster] = readFileSync(`${dataDir}/postmaster.pid`, 'utf8').split('\n', 1);
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(pid);
    if (!fields || (pid !== postmaster && fields[1] !== postmaster)) continue;
    // The time of the postmaster itself, of its ended children, and of each session.
    const [user, system, userOfEnded, systemOfEnded] = fields.slice(11, 15).map(Number);
    ticks += user! + system! + (pid === postmaster ? userOfEnded! + systemOfEnded! : 0);
  }
  return ticks * usPerTick;
}

/** Returns the microseconds of CPU time that a process has used so far (Linux); 0 if it has ended. */
export function processCpuUs(pid: number): number {
  const [user, system] = (statOf(String(pid)) ?? []).slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) * usPerTick;
}

/** Returns the fields after the name: state, parent, ... */
function statOf(pid: string): readonly string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null; // it ended meanwhile
  }
}

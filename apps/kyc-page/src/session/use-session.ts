import { type Ending, endingOf, type SessionState } from '../model/flow.js';
import type { Retrying } from './link-client.js';
import { type Ended, SessionClient } from './session-client.js';
import type { TabMemory } from './tab-memory.js';
import { type Link, useLink } from './use-link.js';

export interface Session extends Link<SessionState, SessionClient> {
  readonly ending: Ending | null;
  readonly change: (part: Partial<SessionState>) => void;
  readonly end: (ended: Ended) => void;
}

const newClient = (base: string, retrying: Retrying): SessionClient => new SessionClient(base, retrying);
const isEnded = ({ status }: SessionState): boolean => endingOf(status) !== null;

/** Returns the session of the link that was opened. */
export function useSession(base: string, memory: TabMemory<SessionState>): Session {
  const link = useLink({ base, newClient, isEnded, ended: memory.read().ended });
  const { state, isUnknown, setState } = link;
  const change = (part: Partial<SessionState>): void => setState((known) => known && { ...known, ...part });
  const end = (ended: Ended): void => {
    if (state === null) return;
    const last = { ...state, ...ended };
    setState(() => last);
    if (isEnded(last)) memory.keep({ ended: { ...last, personFirstName: null } });
  };
  return { ...link, ending: isUnknown ? 'unknown' : state && endingOf(state.status), change, end };
}

import type { components } from '@tamis/client';

type Gate = components['schemas']['GateDto'];
export type GateName = Gate['gate'];

/** `optional` means that it is not required. `waits` means that publishing creates a request which another user decides on. */
export type GateState = 'met' | 'unmet' | 'optional' | 'waits';

export const gateSigns = {
  met: { sign: '✓', tone: 'good' },
  unmet: { sign: '✗', tone: 'error' },
  optional: { sign: '·', tone: 'plain' },
  waits: { sign: '◔', tone: 'warning' },
} as const satisfies Readonly<Record<GateState, object>>;

/** Input so far, on which some of the gates depend. */
export interface ReleaseForm {
  readonly reason: string;
  readonly hasGuard: boolean;
  readonly minReasonCharacters: number;
}

export function gateState({ gate, isAsked, isMet }: Gate, form: ReleaseForm): GateState {
  if (gate === 'secondPerson') return isAsked ? 'waits' : 'optional';
  if (gate === 'reason') {
    const isLong = form.reason.trim().length >= form.minReasonCharacters;
    return isLong ? 'met' : isAsked ? 'unmet' : 'optional';
  }
  if (gate === 'guard' && form.hasGuard) return 'met';
  if (isMet === true && (isAsked || gate !== 'guard')) return 'met';
  // If the text has errors, other gates cannot be checked and do not count as unmet.
  return isAsked && isMet === false ? 'unmet' : 'optional';
}

export const isOpen = (gates: readonly Gate[], form: ReleaseForm): boolean =>
  gates.every((gate) => gateState(gate, form) !== 'unmet');

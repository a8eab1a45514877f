import type { components } from '@tamis/client';

type Gate = components['schemas']['GateDto'];
export type GateName = Gate['gate'];

/** `optional`: nobody asks for it. `waits`: publishing leads to a request that somebody else decides. */
export type GateState = 'met' | 'unmet' | 'optional' | 'waits';

export const gateSigns = {
  met: { sign: '✓', tone: 'good' },
  unmet: { sign: '✗', tone: 'error' },
  optional: { sign: '·', tone: 'plain' },
  waits: { sign: '◔', tone: 'warning' },
} as const satisfies Readonly<Record<GateState, object>>;

/** What a person has filled in so far, which decides some of the gates. */
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
  // A text with errors leaves the others open: they are no hurdle of their own.
  return isAsked && isMet === false ? 'unmet' : 'optional';
}

export const isOpen = (gates: readonly Gate[], form: ReleaseForm): boolean =>
  gates.every((gate) => gateState(gate, form) !== 'unmet');

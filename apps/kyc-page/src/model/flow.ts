export type Side = 'front' | 'back' | 'selfie';

/** State of a session as reported by the server. */
export interface SessionState {
  readonly status: string;
  readonly language: string | null;
  readonly organizationLanguage: string | null;
  readonly organizationName: string;
  readonly personFirstName: string | null;
  readonly documentTypes: readonly string[];
  readonly steps: SessionSteps;
  readonly mrz: { readonly needed: boolean };
  readonly attemptsLeft: number;
  readonly expiresAt: string;
  readonly redirectUrl: string | null;
}

export type SessionSteps = Readonly<Record<Side | 'document', boolean>>;

export type Step = 'document' | Side | 'zone' | 'review';

const endings = ['approved', 'in_review', 'rejected', 'expired', 'abandoned', 'cancelled'] as const;
export type Ending = (typeof endings)[number] | 'unknown';

/** Returns how a session ended, or `null` while it is still open. */
export const endingOf = (status: string): Ending | null => endings.find((each) => each === status) ?? null;

/**
 * Returns whether a document is a booklet. A booklet has one relevant page, with machine-readable lines. A card has two sides, with or
 * without such lines.
 */
export const isBooklet = (documentType: string): boolean => documentType === 'passport' || documentType === 'visa';

/** Returns the steps of a document, in order. */
export function stepsOf(documentType: string): readonly Step[] {
  return ['document', 'front', ...(isBooklet(documentType) ? [] : (['back'] as const)), 'selfie', 'zone', 'review'];
}

/** Returns the first step that is not done; a person who comes back continues there. */
export function nextStep(documentType: string, done: SessionSteps): Step {
  if (documentType === '') return 'document';
  const open = stepsOf(documentType).find((step) => {
    if (step === 'document' || step === 'review') return false;
    return step === 'zone' ? !done.document : !done[step];
  });
  return open ?? 'review';
}

/**
 * Returns the address to which the person may continue after the end. Only web addresses are allowed, and nothing that executes in this
 * page.
 */
export function safeLink(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  return ['https:', 'http:'].includes(new URL(url).protocol) ? url : null;
}

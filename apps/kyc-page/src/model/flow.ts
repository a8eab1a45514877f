export type Side = 'front' | 'back' | 'selfie';

/** What the server says of a session. */
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

/** How a session ended; null while it goes on. */
export const endingOf = (status: string): Ending | null => endings.find((each) => each === status) ?? null;

/** A booklet has one page that counts, with lines for machines. Whatever is a card has two sides, and lines or none. */
export const isBooklet = (documentType: string): boolean => documentType === 'passport' || documentType === 'visa';

/** The steps of a document, in their order. */
export function stepsOf(documentType: string): readonly Step[] {
  return ['document', 'front', ...(isBooklet(documentType) ? [] : (['back'] as const)), 'selfie', 'zone', 'review'];
}

/** The first step that is not done. Somebody who comes back goes on there. */
export function nextStep(documentType: string, done: SessionSteps): Step {
  if (documentType === '') return 'document';
  const open = stepsOf(documentType).find((step) => {
    if (step === 'document' || step === 'review') return false;
    return step === 'zone' ? !done.document : !done[step];
  });
  return open ?? 'review';
}

/** Where the person may go after the end: an address of the web, and nothing that runs in this page. */
export function safeLink(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  return ['https:', 'http:'].includes(new URL(url).protocol) ? url : null;
}

import { type DocumentType, mostAttempts } from '@tamis/identity-documents';

import type { ImageSide } from '../../images/index.js';
import type { Findings, Validation } from '../../validations/index.js';

/** Steps that the person has completed. */
export interface SessionSteps {
  readonly front: boolean;
  /** Also set if the document has nothing on its back. */
  readonly back: boolean;
  readonly selfie: boolean;
  readonly document: boolean;
}

/** Documents with a single page that contains everything. */
const onePage: ReadonlySet<DocumentType> = new Set(['passport', 'visa']);

export const attemptsLeft = ({ attempts }: Pick<Validation, 'attempts'>): number =>
  Math.max(0, mostAttempts - attempts);

/** Wrong check digits have to be corrected until no attempts are left. */
const needsCorrection = (validation: Pick<Validation, 'attempts'>, { checks }: Findings): boolean =>
  attemptsLeft(validation) > 0 &&
  checks.some((check) => check.code === 'CHECK_DIGITS_WRONG' && check.outcome === 'failed');

export function stepsOf(
  validation: Pick<Validation, 'attempts'>,
  findings: Findings,
  sides: readonly ImageSide[],
): SessionSteps {
  const { document } = findings;
  return {
    front: sides.includes('front'),
    back: sides.includes('back') || (document !== null && onePage.has(document.type)),
    selfie: sides.includes('selfie'),
    document: document !== null && !needsCorrection(validation, findings),
  };
}

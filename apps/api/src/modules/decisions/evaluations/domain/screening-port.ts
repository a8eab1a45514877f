import type { DataRead, DataReadResult } from '@tamis/lang';

import type { Queryable } from '../../../../platform/database/index.js';

/** Reads of screenings by rules: the latest one of an entity, or the screening of a name without an entity. */
export type ScreeningRead = Extract<DataRead, { readonly kind: 'screening' | 'screenedName' }>;

export const isScreeningRead = (read: DataRead): read is ScreeningRead =>
  read.kind === 'screening' || read.kind === 'screenedName';

/** Connection and organization of the reads. */
export interface ScreeningReadContext {
  readonly client: Queryable;
  readonly organizationId: string;
}

/** A read and the time to which it refers; `null` for now. */
export interface ScreeningQuestion {
  readonly read: ScreeningRead;
  readonly at: Date | null;
}

/**
 * Resolves reads of screenings. Implemented by the module `screening`, because it screens entities and therefore depends on this module's
 * layer.
 */
export abstract class ScreeningPort {
  /** Returns the results in order. What can no longer be determined, such as a name on the lists of another day, is unknown. */
  abstract resolve(
    context: ScreeningReadContext,
    questions: readonly ScreeningQuestion[],
  ): Promise<readonly DataReadResult[]>;

  /** Returns the lists used for screening names of the organization that are not loaded. */
  abstract missingLists(context: ScreeningReadContext): Promise<readonly string[]>;
}

import type { DataRead, DataReadResult } from '@tamis/lang';

import type { Queryable } from '../../../../platform/database/index.js';

/** What rules ask of screenings: of the latest one of an entity, or of a name that is no entity. */
export type ScreeningRead = Extract<DataRead, { readonly kind: 'screening' | 'screenedName' }>;

export const isScreeningRead = (read: DataRead): read is ScreeningRead =>
  read.kind === 'screening' || read.kind === 'screenedName';

/** Who asks. */
export interface ScreeningReadContext {
  readonly client: Queryable;
  readonly organizationId: string;
}

/** As of when; null: now. */
export interface ScreeningQuestion {
  readonly read: ScreeningRead;
  readonly at: Date | null;
}

/** Answers rules about screenings. The room `screening` provides it: it screens entities, which stand above what decides. */
export abstract class ScreeningPort {
  /** In order. What nobody can tell any more, such as a name on lists of another day, is unknown. */
  abstract resolve(
    context: ScreeningReadContext,
    questions: readonly ScreeningQuestion[],
  ): Promise<readonly DataReadResult[]>;

  /** Lists that names of the organization are screened against and that are not loaded. */
  abstract missingLists(context: ScreeningReadContext): Promise<readonly string[]>;
}

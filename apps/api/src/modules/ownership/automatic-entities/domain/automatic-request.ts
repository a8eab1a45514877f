import type { EntityType } from '@tamis/enrichment';

import type { NewEntity } from '../../../parties/entities/index.js';
import type { ChildEnrichments, RunOptions } from '../../materialize/index.js';

/** The subject that basic data is bought about. */
export interface BasicSubject {
  readonly type: EntityType;
  readonly countryCode: string;
  readonly taxId: string;
}

/** An entity to be created from its tax id. */
export interface AutomaticRequest {
  readonly subject: BasicSubject;
  /** Other data given for it; its name comes from its register. */
  readonly entity: NewEntity;
  readonly depth: number;
  readonly children: ChildEnrichments;
  readonly childMatrices: RunOptions['childMatrices'];
}

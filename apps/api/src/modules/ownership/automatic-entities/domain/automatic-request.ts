import type { EntityType } from '@tamis/enrichment';

import type { NewEntity } from '../../../parties/entities/index.js';
import type { ChildEnrichments, RunOptions } from '../../materialize/index.js';

/** Whom basic data is bought of. */
export interface BasicSubject {
  readonly type: EntityType;
  readonly countryCode: string;
  readonly taxId: string;
}

/** An entity that is to be created from its tax id. */
export interface AutomaticRequest {
  readonly subject: BasicSubject;
  /** What is said of it besides; its name comes from its register. */
  readonly entity: NewEntity;
  readonly depth: number;
  readonly children: ChildEnrichments;
  readonly childMatrices: RunOptions['childMatrices'];
}

import { BooleanField, IntegerField, NestedField, TextArrayField, UuidField } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import type { ChildEnrichments } from '../domain/materialize-run.js';

const codes = { max: limits.enrichmentCodes, maxText: 100 } as const;

class ChildEnrichmentCodesBody {
  @TextArrayField({ ...codes, description: 'enrichments of children that are companies' }) company?: string[] | null;
  @TextArrayField({ ...codes, description: 'enrichments of children that are people' }) person?: string[] | null;
}

/** What is requested about children. Checks are not included, as in every creation. */
export class ChildEnrichmentsBody implements ChildEnrichments {
  @BooleanField({ description: 'all enabled enrichments and lists that apply to the child' })
  executeAllActiveEnrichments?: boolean | null;

  @NestedField(() => ChildEnrichmentCodesBody, { description: 'codes of integrations, by the type of the child' })
  enrichments?: ChildEnrichmentCodesBody | null;

  @TextArrayField({ ...codes, description: 'groups, by id or slug' }) enrichmentGroupRefs?: string[] | null;
  @TextArrayField({ max: 100, maxText: 100, description: 'codes to exclude' })
  excludeEnrichments?: string[] | null;
}

class RootMatrixBody {
  @BooleanField({ required: true, description: 'whether rules are evaluated for the entity at the end' })
  execute!: boolean;
  @UuidField({ nullable: true, description: 'for this run only; null: the matrices assigned to the entity' })
  riskMatrixId?: string | null;
}

/** `POST /entities/{id}/relationships/materialize`. */
export class MaterializeBody {
  @BooleanField({ description: 'default false; true: requests its partners again' }) runEnrichmentFirst?: boolean;
  @IntegerField({
    description: 'levels of partners, 0 to 5; default 1; 0: creates no entities and only links existing ones',
  })
  depth?: number;

  @NestedField(() => ChildEnrichmentsBody, { description: 'enrichments of new children' })
  autoExecuteIntegrationsShareholders?: ChildEnrichmentsBody | null;

  @BooleanField({
    description: 'default false; true: children have only a name and tax id and are not enriched',
  })
  executeOnlyRootData?: boolean;

  @BooleanField({ description: 'default true; false: the response waits up to 60 seconds' }) runInBackground?: boolean;
  @NestedField(() => RootMatrixBody, { description: 'rules that are evaluated for the entity at the end' })
  riskMatrix?: RootMatrixBody | null;

  @BooleanField({ description: 'default false; true: enriches existing children again' })
  refreshEnrichShareholders?: boolean;
}

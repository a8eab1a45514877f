import { BooleanField, IntegerField, NestedField, TextArrayField, UuidField } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import type { ChildEnrichments } from '../domain/materialize-run.js';

const codes = { max: limits.enrichmentCodes, maxText: 100 } as const;

class ChildEnrichmentCodesBody {
  @TextArrayField({ ...codes, description: 'asked about children that are companies' }) company?: string[] | null;
  @TextArrayField({ ...codes, description: 'asked about children that are people' }) person?: string[] | null;
}

/** What is requested about children. Checks are not included, as in every creation. */
export class ChildEnrichmentsBody implements ChildEnrichments {
  @BooleanField({ description: 'all enrichments and lists that are switched on and fit the child' })
  executeAllActiveEnrichments?: boolean | null;

  @NestedField(() => ChildEnrichmentCodesBody, { description: 'codes of integrations, by the type of the child' })
  enrichments?: ChildEnrichmentCodesBody | null;

  @TextArrayField({ ...codes, description: 'groups, by id or slug' }) enrichmentGroupRefs?: string[] | null;
  @TextArrayField({ max: 100, maxText: 100, description: 'codes that are left out after all' })
  excludeEnrichments?: string[] | null;
}

class RootMatrixBody {
  @BooleanField({ required: true, description: 'whether rules run on the entity in the end' }) execute!: boolean;
  @UuidField({ nullable: true, description: 'for this run alone; null: the matrices assigned to the entity' })
  riskMatrixId?: string | null;
}

/** `POST /entities/{id}/relationships/materialize`. */
export class MaterializeBody {
  @BooleanField({ description: 'default false; true: its partners are asked for anew' }) runEnrichmentFirst?: boolean;
  @IntegerField({
    description: 'levels of partners, 0 to 5; default 1; 0: nobody is created, who is stored already is linked',
  })
  depth?: number;

  @NestedField(() => ChildEnrichmentsBody, { description: 'what is asked about new children' })
  autoExecuteIntegrationsShareholders?: ChildEnrichmentsBody | null;

  @BooleanField({
    description: 'default false; true: children have name and tax id alone, and nothing is asked about them',
  })
  executeOnlyRootData?: boolean;

  @BooleanField({ description: 'default true; false: the response waits up to 60 seconds' }) runInBackground?: boolean;
  @NestedField(() => RootMatrixBody, { description: 'rules that run on the entity in the end' })
  riskMatrix?: RootMatrixBody | null;

  @BooleanField({ description: 'default false; true: children that were stored already are asked about again' })
  refreshEnrichShareholders?: boolean;
}

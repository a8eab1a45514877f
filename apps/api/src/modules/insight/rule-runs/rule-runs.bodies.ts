import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import {
  Field,
  IgnoreUnknownFields,
  JsonObjectField,
  NestedArrayField,
  UuidField,
  BooleanField,
  EnumField,
  TextArrayField,
  UuidArrayField,
} from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { PairRateBody } from '../../decisions/currency-rates/index.js';
import { CreateEntityBody, DescribedEntityBody } from '../../parties/entities/index.js';
import { SentTransactionBody } from '../../events/transactions/index.js';
import { SentUserEventBody } from '../../events/user-events/index.js';

const coverages = ['none', 'summary', 'full'] as const;

/** Options for analysing any record. */
export class AnalyzeRecordBody {
  @UuidArrayField({
    max: limits.riskMatrixIds,
    description: 'For this evaluation only; default: those of the record, or else the defaults',
  })
  riskMatrixIds?: string[];
  @EnumField(coverages, 'AnalysisCoverage', { description: 'Default `summary`' }) coverage?: (typeof coverages)[number];
  @BooleanField({ description: 'Default false; true stores nothing and applies no actions' }) dryRun?: boolean;
}

/** Body of `POST /entities/{id}/analyze`. */
export class AnalyzeEntityBody extends AnalyzeRecordBody {
  @EnumField(['person', 'company', 'transaction'], 'AnalyzedType', { description: 'Checked when it is sent' })
  entityType?: 'person' | 'company' | 'transaction';
  @BooleanField({
    description:
      'Default false; true first requests the data of the entity that active rules read and that is not known yet',
  })
  enrichIfNeeded?: boolean;
  @TextArrayField({
    max: 100,
    maxText: 100,
    description: 'Only with `enrichIfNeeded`: limits the requests to these integrations; default: all',
  })
  providerCodes?: string[];
}

/** One stored record, identified by exactly one id. */
export class NamedRecordBody {
  @UuidField() entityId?: string;
  @UuidField() transactionId?: string;
  @UuidField() userEventId?: string;
}

/** Facts in the request that override stored data. */
@IgnoreUnknownFields()
export class RecordFactsBody {
  @JsonObjectField({
    description:
      'Keyed by the name that rules give a list, its own name or its id: its complete contents for this evaluation, as an array of values or items',
    example: { blocked: ['ACME Ltd', { primaryValue: 'Harris Inc', riskScore: 90 }] },
  })
  lists?: Readonly<Record<string, unknown>>;

  @NestedArrayField(() => PairRateBody, {
    max: limits.givenRates,
    description: 'Each applies at all times, in both directions',
  })
  rates?: PairRateBody[];
}

const forms = [SentTransactionBody, CreateEntityBody, DescribedEntityBody, SentUserEventBody];
const [payment, entity, described, event] = forms.map((type) => ({ $ref: getSchemaPath(type) }));
const schema = {
  allOf: [{ $ref: getSchemaPath(RecordFactsBody) }, { oneOf: [payment!, { allOf: [entity!, described!] }, event!] }],
};

/** One record: a stored one by its id, or one in the request. */
@ApiExtraModels(RecordFactsBody, ...forms)
export class ChosenRecordBody extends NamedRecordBody {
  @Field(
    {
      description:
        'An unsaved record, as the API that would create it takes it. Data that is not sent is read as it is stored now',
    },
    schema,
    [IsObject()],
  )
  record?: object;
}

import {
  readPath,
  unknown,
  type DataReadResult,
  type DataRead,
  type Environment,
  type NumberFormat,
  type Outcome,
  type RateTable,
  type Value,
} from '@tamis/lang';
import { noRates, rateConverter } from './rates.js';

/** `rateTime` changes with the record that an aggregate is reading. */
export type EvaluationEnvironment = Omit<Environment, 'rateTime'> & { rateTime: number };

export interface EvaluationData {
  /** Logical time in milliseconds since 1970 UTC. */
  readonly now: number;
  /** IANA time zone of the organization. */
  readonly timezone: string;
  readonly numberFormat?: NumberFormat | undefined;
  readonly baseCurrency: string;
  readonly rates?: RateTable;
  /** The subject as stored, with the entities linked to it. */
  readonly context?: unknown;
  /** `undefined` if the data has not been gathered. */
  readonly answer?: (request: DataRead) => DataReadResult | undefined;
}

/** Data that was not gathered cannot be distinguished from an outage. */
function notGathered(request: DataRead): Outcome {
  if ('listId' in request) return unknown({ cause: 'list_unavailable', listId: request.listId });
  if (request.kind === 'listedInType') return unknown({ cause: 'list_unavailable', detail: request.listType });
  return unknown({
    cause: 'source_unavailable',
    detail: request.kind === 'reference' ? request.table : request.kind,
  });
}

function asOutcome(request: DataRead, answer: DataReadResult | undefined): Outcome {
  if (answer === undefined) return notGathered(request);
  if ('cause' in answer) {
    const { cause, detail } = answer;
    return unknown({ cause, ...('listId' in request && { listId: request.listId }), ...(detail && { detail }) });
  }
  return answer.value as Value;
}

/** Positions of the entities in a context, and the names of their ids. */
const linked = [
  ['originEntityId', 'originEntity'],
  ['destinationEntityId', 'destinationEntity'],
  ['entityId', 'entity'],
  ['instrumentId', 'instrument'],
] as const;

function linkedEntity(context: unknown, entityId: string): Outcome {
  for (const [idKey, key] of linked) {
    const entity = readPath(context, [key]);
    if (typeof entity !== 'object' || entity === null) continue;
    if (readPath(context, [idKey]) === entityId || readPath(entity, ['id']) === entityId) return entity as Value;
  }
  if (readPath(context, ['id']) === entityId) return context as Value;
  // The entity is, for example, the sender of another payment, which was not gathered. Its fields must not be treated as missing.
  return unknown({ cause: 'source_unavailable', detail: `entity ${entityId}` });
}

/**
 * Creates the environment that an evaluation reads in addition to its operands. Without rates, money can only be converted to its own
 * currency.
 */
export function evaluationEnvironment({
  now,
  timezone,
  numberFormat,
  baseCurrency,
  rates = noRates,
  context = null,
  answer = () => undefined,
}: EvaluationData): EvaluationEnvironment {
  const read = (request: DataRead): Outcome => asOutcome(request, answer(request));
  return {
    now,
    timezone,
    numberFormat,
    baseCurrency,
    rateTime: now,
    convert: rateConverter(rates),
    read,
    reference: (table, argument) => read({ kind: 'reference', table, argument }),
    subject: (jsonPath) => readPath(context, jsonPath),
    entity: (entityId) => linkedEntity(context, entityId),
  };
}

import {
  readPath,
  unknown,
  type DataReadResult,
  type DataRead,
  type Environment,
  type Outcome,
  type RateTable,
  type Value,
} from '@tamis/lang';
import { noRates, rateConverter } from './rates.js';

/** `rateTime` moves with the record an aggregate is looking at. */
export type EvaluationEnvironment = Omit<Environment, 'rateTime'> & { rateTime: number };

export interface EvaluationData {
  /** Logical time, milliseconds since 1970 UTC. */
  readonly now: number;
  /** IANA zone of the organization. */
  readonly timezone: string;
  readonly baseCurrency: string;
  readonly rates?: RateTable;
  /** The subject as stored, with the entities linked to it. */
  readonly context?: unknown;
  /** Undefined: nobody gathered it. */
  readonly answer?: (request: DataRead) => DataReadResult | undefined;
}

/** What nobody gathered cannot be told from an outage. */
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

/** Where the entities of a context stand, and what their ids are called. */
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
  // The sender of another payment, say: nobody gathered it, and what it holds must not read as missing.
  return unknown({ cause: 'source_unavailable', detail: `entity ${entityId}` });
}

/** What an evaluation reads besides its operands. Without rates, money converts to its own currency only. */
export function evaluationEnvironment({
  now,
  timezone,
  baseCurrency,
  rates = noRates,
  context = null,
  answer = () => undefined,
}: EvaluationData): EvaluationEnvironment {
  const read = (request: DataRead): Outcome => asOutcome(request, answer(request));
  return {
    now,
    timezone,
    baseCurrency,
    rateTime: now,
    convert: rateConverter(rates),
    read,
    reference: (table, argument) => read({ kind: 'reference', table, argument }),
    subject: (jsonPath) => readPath(context, jsonPath),
    entity: (entityId) => linkedEntity(context, entityId),
  };
}

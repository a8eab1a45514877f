import { isDeepStrictEqual } from 'node:util';

import { keyFromName, type MatrixDecisionJson, type NumberJson, type ScoringConfigJson } from '@tamis/lang';

import { invalid } from '../../../platform/http/index.js';
import { type EvaluationTrigger, matrixTargets, type RiskMatrix } from '../../decisions/rule-sets/index.js';
import type { EvaluationTriggerBody, RiskMatrixBody } from './risk-matrix.bodies.js';
import { checkScoring } from './check-scoring.js';
import { unknownFieldProblem } from './unknown-field.js';

type MatrixFields = Pick<
  RiskMatrix,
  | 'key'
  | 'name'
  | 'description'
  | 'category'
  | 'status'
  | 'targetEntityTypes'
  | 'scoringConfig'
  | 'decisions'
  | 'triggers'
  | 'evaluationTriggers'
  | 'tags'
>;

const defaultScoring = { minScore: 0, maxScore: 100, thresholds: { low: 30, medium: 60, high: 80 } } as const;

/**
 * Returns the complete configuration, so that scale ends and thresholds that do not fit together are detected. Null is the default, and stays
 * so if the default itself is sent back.
 */
function scoringOf(body: RiskMatrixBody, before: MatrixFields | null): ScoringConfigJson | null {
  const sent = body.scoringConfig;
  const stored = before?.scoringConfig ?? null;
  if (sent === undefined || sent === null) return sent === null ? null : stored;
  const end = (name: 'minScore' | 'maxScore'): NumberJson =>
    (sent[name] === undefined ? stored?.[name] : sent[name]) ?? defaultScoring[name];
  const { thresholds } = sent;
  const kept = thresholds === null ? undefined : stored?.thresholds;
  const label = (name: 'low' | 'medium' | 'high'): NumberJson =>
    (thresholds?.[name] === undefined ? kept?.[name] : thresholds[name]) ?? defaultScoring.thresholds[name];
  const complete = {
    minScore: end('minScore'),
    maxScore: end('maxScore'),
    thresholds: { low: label('low'), medium: label('medium'), high: label('high') },
  };
  return before && stored === null && isDeepStrictEqual(complete, defaultScoring) ? null : complete;
}

function decisionsOf(body: RiskMatrixBody, before: MatrixFields | null): readonly MatrixDecisionJson[] | null {
  if (body.decisions === undefined) return before?.decisions ?? null;
  return body.decisions?.map(({ decision, from }) => ({ decision, from: from ?? null })) ?? null;
}

function evaluationTriggersOf(body: RiskMatrixBody, before: MatrixFields | null): readonly EvaluationTrigger[] {
  if (body.evaluationTriggers === undefined) return before?.evaluationTriggers ?? [];
  const sent = body.evaluationTriggers ?? [];
  const events = sent.map(({ event }) => event);
  const twice = events.findIndex((event, index) => events.indexOf(event) !== index);
  if (twice >= 0) throw invalid({ [`evaluationTriggers[${twice}].event`]: 'each event can only occur once' });
  const watching = sent.findIndex(({ event, watchFields }) => event !== 'entity_updated' && watchFields?.length);
  if (watching >= 0)
    throw invalid({ [`evaluationTriggers[${watching}].watchFields`]: 'fields can only be watched on entity_updated' });
  checkWatchFields(sent);
  return sent.map(({ event, enabled, watchFields }) => ({ event, enabled, watchFields: watchFields ?? [] }));
}

function checkWatchFields(triggers: readonly EvaluationTriggerBody[]): void {
  const wrong = triggers.flatMap(({ watchFields }, index) =>
    (watchFields ?? []).flatMap((path, at) => {
      const problem = unknownFieldProblem(path);
      return problem === null ? [] : [[`evaluationTriggers[${index}].watchFields[${at}]`, problem] as const];
    }),
  );
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong));
}

function generateKey(name: string): string {
  const key = keyFromName(name);
  if (key === null) throw invalid({ key: 'key is required where the name holds no letter' });
  return key;
}

function triggersOf({ triggers }: RiskMatrixBody, before: MatrixFields | null): RiskMatrix['triggers'] {
  if (triggers === undefined) return before?.triggers ?? [];
  const sent = triggers ?? [];
  const twice = sent.findIndex(({ name }, index) => sent.findIndex((each) => each.name === name) !== index);
  if (twice >= 0) throw invalid({ [`triggers[${twice}].name`]: 'each trigger must have its own name' });
  return sent.map(({ name, description, condition: { field, operator, value }, action, priority }) => ({
    name,
    description: description ?? '',
    condition: { field, operator, value },
    action,
    priority,
  }));
}

/**
 * Returns the fields of a matrix after a body was applied to its previous ones, or null for a new one. Throws 400, and 422
 * `INVALID_SCORING_CONFIG` or `INVALID_DECISIONS`.
 */
export function matrixFromBody(body: RiskMatrixBody, before: MatrixFields | null): MatrixFields {
  const name = body.name ?? before?.name;
  if (name === undefined) throw invalid({ name: 'name is required' });
  const written: MatrixFields = {
    key: body.key ?? before?.key ?? generateKey(name),
    name,
    description: body.description === undefined ? (before?.description ?? '') : (body.description ?? ''),
    category: body.category ?? before?.category ?? 'custom',
    status: body.status ?? before?.status ?? 'draft',
    targetEntityTypes: body.targetEntityTypes ?? before?.targetEntityTypes ?? matrixTargets,
    scoringConfig: scoringOf(body, before),
    decisions: decisionsOf(body, before),
    triggers: triggersOf(body, before),
    evaluationTriggers: evaluationTriggersOf(body, before),
    tags: body.tags === undefined ? (before?.tags ?? []) : (body.tags ?? []),
  };
  checkScoring(written);
  return written;
}

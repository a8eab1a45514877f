import { matrixBand, type MatrixBand } from '../ast/matrix-band.js';
import { matrixDeclaration, type MatrixDeclaration } from '../ast/matrix-declaration.js';
import { matrixScale, type MatrixScale } from '../ast/matrix-scale.js';
import { matrixThreshold, type MatrixThreshold } from '../ast/matrix-threshold.js';
import { word, type Word } from '../ast/word.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { e0913 } from '../diagnostics/codes/e0913.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { limits } from '../limits.js';
import {
  DecodeContext,
  inside,
  isAbsent,
  isRecord,
  member,
  positionAt,
  type JsonRecord,
  type DecodePosition,
} from './decode-context.js';
import { decodeRecordKey } from './decode-record-key.js';
import { headerNumber, headerText } from './decode-header.js';
import { decodeIdentifier } from './decode-path.js';
import { jsonLimits } from './json-limits.js';
import { matrixJsonKeys, matrixScaleDefaults } from './matrix-json.js';
import { targetWords } from './target-words.js';

function decodeTargets(json: unknown, place: DecodePosition, context: DecodeContext): readonly Word[] {
  const items = isAbsent(json) ? [] : (context.items(json, place, 'targets', targetWords.length, e0913) ?? []);
  const allowed = targetWords.map((target) => target.json);
  return items.flatMap((item, index) => {
    const at = inside(place, index);
    const target = targetWords.find((each) => each.json === item);
    if (target !== undefined) return [word(target.word)];
    if (typeof item === 'string') context.word(at, 'target', item, allowed);
    else context.wrongShape(at, 'a target', item);
    return [];
  });
}

/** Decodes both ends, or neither: an end that is omitted is that of the default scale. */
function decodeScale(record: JsonRecord, place: DecodePosition, context: DecodeContext): MatrixScale | null {
  const ends = ['minScore', 'maxScore'] as const;
  if (ends.every((key) => isAbsent(member(record, key)))) return null;
  const [low, high] = ends.map((key) => headerNumber({ ...matrixScaleDefaults, ...record }, key, place, context));
  return low && high ? matrixScale(low, high) : null;
}

function decodeThresholds(json: unknown, place: DecodePosition, context: DecodeContext): readonly MatrixThreshold[] {
  if (isAbsent(json)) return [];
  if (!isRecord(json)) {
    context.wrongShape(place, 'an object', json);
    return [];
  }
  const labels = ['low', 'medium', 'high'];
  context.record(json, place, 'thresholds', labels);
  return labels.flatMap((label) => {
    const from = isAbsent(member(json, label)) ? null : headerNumber(json, label, place, context);
    return from === null ? [] : [matrixThreshold(word(label), from)];
  });
}

interface Bands {
  readonly bands: readonly MatrixBand[];
  readonly otherwise: Word | null;
}

function decodeDecisions(json: unknown, place: DecodePosition, context: DecodeContext): Bands {
  const items = isAbsent(json) ? [] : (context.items(json, place, 'decisions', jsonLimits.decisions, e0913) ?? []);
  const bands: MatrixBand[] = [];
  let otherwise: Word | null = null;
  items.forEach((item, index) => {
    const at = inside(place, index);
    const record = context.record(item, at, 'a band', ['decision', 'from']);
    const decision =
      record && decodeIdentifier(member(record, 'decision'), inside(at, 'decision'), 'a decision', context);
    if (record === null || decision === null) return;
    if (!isAbsent(member(record, 'from'))) {
      const from = headerNumber(record, 'from', at, context);
      if (from !== null) bands.push(matrixBand(word(decision), from));
    } else if (otherwise === null) otherwise = word(decision);
    else context.report(e0213, inside(at, 'from'), 'only one decision may hold below all others');
  });
  return { bands, otherwise };
}

export interface DecodedMatrix {
  /** `null` if and only if there are errors. */
  readonly matrix: MatrixDeclaration | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Decodes the JSON form of a matrix. Never throws, regardless of the JSON. Each diagnostic has a path such as `decisions[1].from`. */
export function decodeMatrix(json: unknown): DecodedMatrix {
  const context = new DecodeContext();
  const place = positionAt('', { target: 'transaction' });
  const at = (key: string): DecodePosition => inside(place, key);
  const record = context.record(json, place, 'a matrix', matrixJsonKeys);
  if (record === null) return { matrix: null, diagnostics: context.diagnostics };
  const text = (key: string, limit: number) =>
    isAbsent(member(record, key)) ? null : headerText(record, key, limit, place, context);
  const title = text('name', limits.titleCodePoints);
  const key = decodeRecordKey(record, title, 'matrix', place, context);
  const written = member(record, 'scoringConfig');
  const keys = ['minScore', 'maxScore', 'thresholds', 'aggregation'];
  const scoring = isAbsent(written) ? {} : (context.record(written, at('scoringConfig'), 'scoring', keys) ?? {});
  const aggregation = member(scoring, 'aggregation');
  if (!isAbsent(aggregation) && aggregation !== 'sum')
    context.report(e0213, inside(at('scoringConfig'), 'aggregation'), 'scores are only ever added: `sum`');
  const parts = {
    title,
    description: text('description', limits.descriptionCodePoints),
    targets: decodeTargets(member(record, 'targetEntityTypes'), at('targetEntityTypes'), context),
    scale: decodeScale(scoring, at('scoringConfig'), context),
    thresholds: decodeThresholds(member(scoring, 'thresholds'), inside(at('scoringConfig'), 'thresholds'), context),
    ...decodeDecisions(member(record, 'decisions'), at('decisions'), context),
  };
  const isWhole = key !== null && context.diagnostics.length === 0;
  return { matrix: isWhole ? matrixDeclaration({ key, ...parts }) : null, diagnostics: context.diagnostics };
}

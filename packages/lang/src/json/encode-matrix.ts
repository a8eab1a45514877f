import type { MatrixDeclaration } from '../ast/matrix-declaration.js';
import { encodeNumber } from './encode-literal.js';
import type { MatrixDecisionJson, MatrixJson, ScoringConfigJson } from './matrix-json.js';
import { targetWords } from './target-words.js';

function scoringConfig({ scale, thresholds }: MatrixDeclaration): ScoringConfigJson {
  return {
    ...(scale === null
      ? {}
      : { minScore: encodeNumber(scale.minimum.text), maxScore: encodeNumber(scale.maximum.text) }),
    ...(thresholds.length === 0
      ? {}
      : { thresholds: Object.fromEntries(thresholds.map(({ label, from }) => [label.text, encodeNumber(from.text)])) }),
  };
}

/** Returns the JSON form of a matrix declaration. Never throws. `decodeMatrix` restores the identical tree. */
export function encodeMatrix(matrix: MatrixDeclaration): MatrixJson {
  const { key, title, description, targets, bands, otherwise } = matrix;
  const scoring = scoringConfig(matrix);
  const decisions: MatrixDecisionJson[] = [
    ...bands.map(({ decision, from }) => ({ decision: decision.text, from: encodeNumber(from.text) })),
    ...(otherwise === null ? [] : [{ decision: otherwise.text, from: null }]),
  ];
  const target = (text: string): string => targetWords.find(({ word }) => word === text)?.json ?? text;
  return {
    key: key.text,
    ...(title === null ? {} : { name: title.value }),
    ...(description === null ? {} : { description: description.value }),
    ...(targets.length === 0 ? {} : { targetEntityTypes: targets.map(({ text }) => target(text)) }),
    ...(Object.keys(scoring).length === 0 ? {} : { scoringConfig: scoring }),
    ...(decisions.length === 0 ? {} : { decisions }),
  };
}

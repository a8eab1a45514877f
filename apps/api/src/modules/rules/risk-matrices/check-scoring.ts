import { checkFile, decodeMatrix, ruleFile, type Diagnostic, type MatrixDecisionJson } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

import { ApiError, type ErrorCode } from '../../../platform/http/index.js';
import type { RiskMatrix } from '../../decisions/rule-sets/index.js';

const validationError = (
  code: ErrorCode,
  path: string,
  message: string,
  diagnostics: readonly Diagnostic[] = [],
): ApiError => new ApiError(code, `The risk matrix is not valid: ${message}`, { [path]: message }, { diagnostics });

function errorCodeFor(path: string): ErrorCode {
  if (path.startsWith('scoringConfig')) return 'INVALID_SCORING_CONFIG';
  return path.startsWith('decisions') ? 'INVALID_DECISIONS' : 'VALIDATION_ERROR';
}

const decisions = libraryCatalogue.words('decision');
const strength = ({ decision }: MatrixDecisionJson): number => decisions.indexOf(decision);

/** Checks that the decision below all bands is weaker than every band. */
function checkLowestBand(all: readonly MatrixDecisionJson[]): void {
  const lowest = all.findIndex(({ from }) => from === null);
  if (lowest < 0) return;
  const weaker = all.find((each, index) => index !== lowest && strength(each) <= strength(all[lowest]!));
  if (weaker) {
    const message = `\`${all[lowest]!.decision}\` has the lowest threshold but is not weaker than \`${weaker.decision}\``;
    throw validationError('INVALID_DECISIONS', `decisions[${lowest}]`, message);
  }
}

type ScoredMatrix = Pick<
  RiskMatrix,
  'key' | 'name' | 'description' | 'targetEntityTypes' | 'scoringConfig' | 'decisions'
>;

function scoringDiagnostics(parts: ScoredMatrix): readonly Diagnostic[] {
  const { key, name, description, targetEntityTypes, scoringConfig } = parts;
  const read = decodeMatrix({ key, name, description, targetEntityTypes, scoringConfig, decisions: parts.decisions });
  if (!read.matrix) return read.diagnostics;
  const { diagnostics } = checkFile(ruleFile(null, [read.matrix]), { catalogue: libraryCatalogue });
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/** Throws 422 `INVALID_SCORING_CONFIG` or `INVALID_DECISIONS`, and 400 for other errors. */
export function checkScoring(parts: ScoredMatrix): void {
  const [scoring] = scoringDiagnostics({ ...parts, decisions: null });
  if (scoring)
    throw validationError(
      errorCodeFor(scoring.path ?? 'scoringConfig'),
      scoring.path ?? 'scoringConfig',
      scoring.message,
      [scoring],
    );
  const [bands] = scoringDiagnostics(parts);
  if (bands) throw validationError('INVALID_DECISIONS', bands.path ?? 'decisions', bands.message, [bands]);
  checkLowestBand(parts.decisions ?? []);
}

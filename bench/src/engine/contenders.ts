import { loadCel } from './cel-contenders.js';
import type { LoadContender } from './contender.js';
import { loadGenerated, loadGeneratedChunks, loadGeneratedPerRule } from './generated-contenders.js';
import { loadJsonLogicEngine, loadJsonLogicJs } from './json-logic-contenders.js';
import { loadJsonRulesEngine, loadJsonRulesEngineFast } from './json-rules-engine-contenders.js';
import {
  loadReference,
  loadTamis,
  loadTamisBytes,
  loadTamisDecision,
  loadTamisHitBytes,
  loadTamisValues,
} from './tamis-contenders.js';
import { loadZenExpressions, loadZenTable } from './zen-contenders.js';

/** All compared engines, Tamis first. */
export const contenders = {
  tamis: loadTamis,
  'tamis, decision alone': loadTamisDecision,
  'tamis with values': loadTamisValues,
  'tamis, summary of hits': loadTamisHitBytes,
  'tamis, full summary': loadTamisBytes,
  'tamis reference': loadReference,
  'zen table': loadZenTable,
  'zen expressions': loadZenExpressions,
  'json-rules-engine': loadJsonRulesEngine,
  'json-rules-engine fast paths': loadJsonRulesEngineFast,
  'json-logic-engine compiled': loadJsonLogicEngine,
  'json-logic-js': loadJsonLogicJs,
  'cel-js': loadCel,
  'one generated function': loadGenerated,
  'generated, 32 a function': loadGeneratedChunks,
  'generated, 1 a function': loadGeneratedPerRule,
} as const satisfies Readonly<Record<string, LoadContender>>;

export type ContenderName = keyof typeof contenders;

/** The modes of each peer; its fastest one represents it. */
export const peers: Readonly<Record<string, readonly ContenderName[]>> = {
  zen: ['zen table', 'zen expressions'],
  'json-rules-engine': ['json-rules-engine', 'json-rules-engine fast paths'],
  'json-logic-engine': ['json-logic-engine compiled'],
  'json-logic-js': ['json-logic-js'],
  'cel-js': ['cel-js'],
  generated: ['one generated function'],
  'generated-chunks': ['generated, 32 a function'],
};

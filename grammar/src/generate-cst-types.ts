import { generateCstDts } from 'chevrotain';
import { RulesParser } from './parser/rules-parser.js';

/** Returns the text of `generated/cst.ts`: the type of every node of the concrete syntax tree, derived from the grammar itself. */
export function cstTypesText(): string {
  const parser = new RulesParser();
  const types = generateCstDts(parser.getGAstProductions(), { includeVisitorInterface: false });
  return `// Generated from the parser by npm run generate. Do not edit.\n${types.trim()}\n`;
}

import type { RuleDeclaration } from '../ast/rule-declaration.js';
import type { RuleFile } from '../ast/rule-file.js';
import type { MetadataByNode } from './condition-metadata.js';
import { declaredNames } from './declared-names.js';
import type { NameKind } from './encode-context.js';
import { encodeNames } from './encode-names.js';
import { encodeRule } from './encode-rule.js';
import type { RuleNameJson } from './names-json.js';
import type { RuleJson } from './rule-json.js';

/** The JSON form of a rule with further information from its source, which `decodeRule` ignores. */
export interface SourceJson extends RuleJson {
  /** Absent if the file does not specify one. */
  readonly languageVersion?: number;
  readonly names: readonly RuleNameJson[];
}

/** Returns a rule of a file as self-contained JSON. `library` contains shared declarations outside the file. */
export function encodeSource(
  file: RuleFile,
  rule: RuleDeclaration,
  library: RuleFile | null = null,
  marks?: MetadataByNode,
): SourceJson {
  const files = [...(library === null ? [] : [library]), file];
  const declared = new Map<string, NameKind>(files.flatMap((each) => [...declaredNames(each)]));
  return {
    ...(file.languageVersion === null ? {} : { languageVersion: Number(file.languageVersion.text) }),
    ...encodeRule(rule, declared, marks),
    names: encodeNames(rule, file, library),
  };
}

import { decodeRule, formatRules, printRule, type Diagnostic, type RuleDeclaration } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import { isObject } from '@tamis/stdx';
import { parseJson } from '../input/json-text.js';
import type { Conversion } from './conversion.js';

type Json = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Accepts the document of a file, a list of rules, or a single rule. */
function documentOf(json: unknown): {
  readonly rules: readonly unknown[];
  readonly rest: Json;
  readonly isList: boolean;
} {
  if (Array.isArray(json)) return { rules: json as unknown[], rest: {}, isList: true };
  if (isObject(json) && Array.isArray(json['rules']))
    return { rules: json['rules'] as unknown[], rest: json, isList: true };
  return { rules: [json], rest: {}, isList: false };
}

/** Returns the rule with its tests before the closing brace. */
function withTests(rule: RuleDeclaration, tests: string): string {
  const text = printRule(rule).trimEnd();
  return tests === '' ? text : `${text.slice(0, -1)}\n${tests}\n}`;
}

const broken = (diagnostics: readonly Diagnostic[]): Conversion => ({ converted: null, diagnostics, notes: [] });

const notJson = (error: unknown): Conversion => ({
  converted: null,
  diagnostics: [],
  notes: [`not JSON: ${error instanceof Error ? error.message : String(error)}`],
});

/** Converts rules in JSON to canonical text. */
export function jsonToText(source: string): Conversion {
  let json: unknown;
  try {
    json = parseJson(source);
  } catch (error) {
    return notJson(error);
  }
  const { rules, rest, isList } = documentOf(json);
  const decoded = rules.map((rule) => decodeRule(rule, (place) => libraryCatalogue.words(place)));
  const diagnostics = decoded.flatMap((each, index) =>
    each.diagnostics.map((diagnostic) =>
      isList ? { ...diagnostic, path: `rules[${index}].${diagnostic.path ?? ''}` } : diagnostic,
    ),
  );
  if (diagnostics.length > 0) return broken(diagnostics);
  const tests = isObject(rest['tests']) ? rest['tests'] : {};
  const texts = decoded.flatMap(({ rule }) => (rule ? [withTests(rule, textOf(tests[rule.key.text]))] : []));
  const text = ['language 1', textOf(rest['declarations']), ...texts].filter((part) => part !== '').join('\n\n');
  const formatted = formatRules(`${text}\n`);
  return formatted.text === null
    ? broken(formatted.diagnostics)
    : { converted: formatted.text, diagnostics: [], notes: [] };
}

import { encodeRule, printFile, ruleDefaults, ruleFile, sameTree, type DecodedRule, type RuleJson } from '@tamis/lang';

import { ApiError } from '../../../platform/http/index.js';
import { decodeForm } from './decode-form.js';
import { firstDifference } from './first-difference.js';
import { declaredLists, readSource, type ReadSource } from './read-source.js';
import { hasBody, headersOf, type RuleParts } from './rule-parts.js';

/** A rule in both forms, before its names and types are checked. */
export interface WrittenText extends ReadSource {
  readonly form: RuleJson;
}

const defaults: RuleParts = ruleDefaults;

const mismatch = (path: string): ApiError =>
  new ApiError('SOURCE_MISMATCH', `The text of the rule and the JSON beside it differ at \`${path}\``, {
    [path]: 'differs from what `source` says',
  });

/** The text of a rule that was given as JSON alone. */
export function textOfForm(parts: RuleParts): WrittenText {
  return printed({ lists: [], languageVersion: null }, decodeForm(withoutNulls(parts)));
}

/**
 * The rule of a source, with the fields sent beside it: a header that the text lacks is written into it; everything else must say
 * what the text says. Throws 422 `SOURCE_MISMATCH` with the first difference.
 */
export function textOfSource(source: string, parts: RuleParts): WrittenText {
  const read = readSource(source);
  const form = encodeRule(read.rule, declaredLists(read.file));
  const added: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(headersOf(withoutNulls(parts)))) {
    const said = form[key as keyof RuleJson];
    if (said !== undefined) {
      const place = firstDifference(value, said, key);
      if (place !== null) throw mismatch(place);
    } else if (firstDifference(value, impliedValue(key, form), key) !== null) added[key] = value;
  }
  const marks = hasBody(parts) ? sameBody(read, form, parts) : null;
  if (Object.keys(added).length > 0) return printed(read.file, decodeForm({ ...(marks ?? form), ...added }));
  return { ...read, form: marks ?? form };
}

/** What an absent header says. */
function impliedValue(key: string, form: RuleJson): unknown {
  if (key === 'name') return form.key;
  return key === 'triggers' ? [] : defaults[key as keyof RuleParts];
}

/** The form with the caller's condition ids, once it is known to be the same tree. */
function sameBody(read: ReadSource, form: RuleJson, parts: RuleParts): RuleJson {
  const sent = Object.fromEntries(
    ['let', 'conditions', 'actions']
      .filter((key) => parts[key as keyof RuleParts] != null)
      .map((key) => [key, parts[key as keyof RuleParts]]),
  );
  const decoded = decodeForm({ ...form, ...sent });
  const lists = declaredLists(read.file);
  const place = firstDifference(encodeRule(decoded.rule, lists), form, 'rule');
  if (place !== null) throw mismatch(place.replace(/^rule\./, ''));
  return encodeRule(decoded.rule, lists, decoded.marks);
}

/** The stored text with some parts replaced; unchanged, comments and layout included, when they say the same. */
export function textWithParts(source: string, form: RuleJson, parts: RuleParts): WrittenText {
  const read = readSource(source);
  if (Object.keys(parts).length === 0) return { ...read, form };
  const decoded = decodeForm(withoutNulls({ ...form, ...parts }));
  if (sameTree(decoded.rule, read.rule))
    return { ...read, form: encodeRule(decoded.rule, declaredLists(read.file), decoded.marks) };
  return printed(read.file, decoded);
}

function printed(
  file: Pick<ReadSource['file'], 'lists' | 'languageVersion'>,
  decoded: DecodedRule & { rule: ReadSource['rule'] },
): WrittenText {
  const source = printFile(ruleFile(file.languageVersion, [...file.lists, decoded.rule]));
  const read = readSource(source);
  return { ...read, form: encodeRule(decoded.rule, declaredLists(read.file), decoded.marks) };
}

const withoutNulls = (parts: RuleParts): RuleParts =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null));

import { parseDate } from '@tamis/stdx';
import type { ArrayLiteral } from '../ast/array-literal.js';
import type { ObjectEntry } from '../ast/object-entry.js';
import type { RuleDeclaration } from '../ast/rule-declaration.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { e0301 } from '../diagnostics/codes/e0301.js';
import { e0305 } from '../diagnostics/codes/e0305.js';
import { e0308 } from '../diagnostics/codes/e0308.js';
import { e0915 } from '../diagnostics/codes/e0915.js';
import { w1318 } from '../diagnostics/codes/w1318.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import { limits } from '../limits.js';
import type { CheckedPeriod, RuleScope, SettingsJson } from './checked-rule.js';
import { entryKey, settingsJson } from './settings-json.js';
import type { RuleContext } from './rule-context.js';

const noScope: RuleScope = { countries: null, entityTypes: null, paymentMethods: null, transactionTypes: null };

/** Returns the texts of a list literal, and reports anything else in it. */
function textsOf(node: ArrayLiteral, what: string, rule: RuleContext): readonly string[] {
  const texts: string[] = [];
  for (const item of node.items) {
    if (item.kind === 'textLiteral') texts.push(item.value);
    else {
      rule.findings.add(e0301, item, { message: `${what} is a list of texts` });
      break;
    }
  }
  return texts;
}

export function checkTags(declaration: RuleDeclaration, rule: RuleContext): readonly string[] {
  const { tags } = declaration;
  if (!tags) return [];
  if (tags.items.length > limits.tagsPerRule)
    rule.findings.add(e0915, tags, {
      message: `a rule has at most ${limits.tagsPerRule} tags, this one ${tags.items.length}`,
    });
  return textsOf(tags, '`tags`', rule);
}

/** Returns the values that a scope may name, or `null` if any is allowed. */
function allowedValues(key: keyof RuleScope, rule: RuleContext): readonly string[] | null {
  const { schema } = rule.catalogue;
  const steps: Partial<Record<keyof RuleScope, readonly string[]>> = {
    paymentMethods: ['transaction', 'paymentMethod'],
    transactionTypes: ['transaction', 'type'],
    entityTypes: ['origin', 'type'],
  };
  const path = steps[key];
  const type = path && schema.field('transaction', path)?.type;
  return type?.kind === 'enum' ? type.values : null;
}

function checkScopeEntry(entry: ObjectEntry, key: keyof RuleScope, rule: RuleContext): readonly string[] | null {
  const { value } = entry;
  if (value.kind !== 'arrayLiteral') {
    rule.findings.add(e0301, value, { message: `\`${key}\` is a list of texts` });
    return null;
  }
  const texts = textsOf(value, `\`${key}\``, rule);
  if (value.items.length === 0)
    rule.findings.add(w1318, value, { message: `\`${key}\` has no values`, help: `remove \`${key}\`` });
  const allowed = allowedValues(key, rule);
  const wrong = texts.find((text) => (allowed ? !allowed.includes(text) : !/^[A-Z]{2}$/.test(text)));
  if (wrong === undefined) return texts;
  const [closest] = didYouMean(wrong, allowed ?? [wrong.toUpperCase()]);
  const at = value.items[texts.indexOf(wrong)] ?? value;
  rule.findings.add(e0305, at, {
    message: `\`${wrong}\` is not a value of \`${key}\``,
    ...(closest === undefined
      ? {}
      : { help: `did you mean \`"${closest}"\`?`, ...rule.findings.replacementFix(at, `"${closest}"`) }),
  });
  return texts;
}

/** Checks what a rule applies to; a list that is absent stands for every value. */
export function checkScope(declaration: RuleDeclaration, rule: RuleContext): RuleScope {
  if (!declaration.scope) return noScope;
  const scope: { -readonly [K in keyof RuleScope]: RuleScope[K] } = { ...noScope };
  for (const entry of declaration.scope.entries) {
    const key = entryKey(entry);
    if (Object.hasOwn(noScope, key)) {
      const known = key as keyof RuleScope;
      scope[known] = checkScopeEntry(entry, known, rule);
      continue;
    }
    const [closest] = didYouMean(key, Object.keys(noScope));
    rule.findings.add(e0213, entry.key, {
      message: `\`${key}\` is not part of a scope`,
      help: closest === undefined ? `write one of ${Object.keys(noScope).join(', ')}` : `did you mean \`${closest}\`?`,
      ...(closest === undefined ? {} : rule.findings.replacementFix(entry.key, closest)),
    });
  }
  return scope;
}

const dayMs = 86_400_000;
/** The time by which a local day may begin before or end after the day of UTC. */
const zoneMs = 14 * 3_600_000;

const isDay = (bound: string): boolean => parseDate(bound) !== null;

/** Whether a period is over before it begins, in any time zone: both bounds are included, a day from its start to its end. */
function isOver(from: string, until: string): boolean {
  const end = Date.parse(until) + (isDay(until) ? dayMs - 1 : 0);
  return end + (isDay(from) === isDay(until) ? 0 : zoneMs) < Date.parse(from);
}

/** Checks the period, whose bounds are inclusive. */
export function checkPeriod(declaration: RuleDeclaration, rule: RuleContext): CheckedPeriod | null {
  const { effective } = declaration;
  if (!effective) return null;
  const { from, until } = effective;
  if (until && isOver(from.text, until.text))
    rule.findings.add(e0308, effective, { message: 'the period ends before it starts', help: 'swap the dates' });
  return { from: from.text, until: until?.text ?? null };
}

export function checkMeta(declaration: RuleDeclaration, rule: RuleContext): SettingsJson {
  if (!declaration.meta) return {};
  const json = settingsJson(declaration.meta, rule);
  if (new TextEncoder().encode(JSON.stringify(json)).length > limits.metaBytes)
    rule.findings.add(e0915, declaration.meta, { message: `\`meta\` has at most ${limits.metaBytes} bytes as JSON` });
  return json;
}

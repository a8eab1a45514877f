import type { Expression } from '../ast/expression.js';
import type { ObjectEntry } from '../ast/object-entry.js';
import type { ObjectNode } from '../ast/object-node.js';
import type { ObjectValue } from '../ast/object-value.js';
import { e0204 } from '../diagnostics/codes/e0204.js';
import { e0316 } from '../diagnostics/codes/e0316.js';
import { encodeLiteral } from '../json/encode-literal.js';
import { formatPath } from '../paths/path-syntax.js';
import type { SettingsJson } from './checked-rule.js';
import type { RuleContext } from './rule-context.js';

/** Returns the key of an entry as text. */
export const entryKey = ({ key }: ObjectEntry): string =>
  key.kind === 'textLiteral' ? key.value : formatPath(key.steps);

function valueJson(value: Expression, rule: RuleContext): unknown {
  if (value.kind === 'rawTextLiteral') return value.value;
  if (value.kind === 'arrayLiteral') return value.items.map((item) => valueJson(item, rule));
  const json = encodeLiteral(value);
  if (json !== null) return json;
  rule.findings.add(e0316, value, { message: 'a setting is written here, as a text, a number or a list of these' });
  return null;
}

function objectValueJson(value: ObjectValue, rule: RuleContext): unknown {
  if (value.kind === 'object') return settingsJson(value, rule);
  return value.kind === 'objectList' ? value.items.map((item) => settingsJson(item, rule)) : valueJson(value, rule);
}

/** Returns an object of literals as JSON. Reports values that are not literals, and duplicate keys. */
export function settingsJson(node: ObjectNode, rule: RuleContext): SettingsJson {
  const json = new Map<string, unknown>();
  for (const entry of node.entries) {
    const key = entryKey(entry);
    if (json.has(key)) rule.findings.add(e0204, entry, { message: `\`${key}\` is set twice` });
    json.set(key, objectValueJson(entry.value, rule));
  }
  return Object.fromEntries(json);
}

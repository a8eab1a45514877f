import type { Action } from '../ast/action.js';
import type { ObjectEntry } from '../ast/object-entry.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { e0301 } from '../diagnostics/codes/e0301.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import type { VocabularyKind } from '../catalogue/catalogue.js';
import type { SettingsJson } from './checked-rule.js';
import { entryKey, settingsJson } from './settings-json.js';
import type { RuleContext } from './rule-context.js';

type SettingType =
  | 'text'
  | 'number'
  | 'texts'
  | { readonly words: VocabularyKind }
  | { readonly oneOf: readonly string[] };

const assignee = { assignedTo: 'text', assignedToType: { oneOf: ['user', 'team'] } } as const;
const tags = { tags: 'texts' } as const;

/** Settings without a keyword of their own, by action (language manual 7). */
const settings: Readonly<Record<Action['kind'], Readonly<Record<string, SettingType>>>> = {
  alertAction: { ...tags, ...assignee, type: { words: 'alertType' }, description: 'text', category: 'text' },
  suggestAction: tags,
  setStatusAction: tags,
  assignAction: tags,
  addToListAction: tags,
  openCaseAction: { ...tags, ...assignee, dueInHours: 'number' },
  runAutomationAction: tags,
  notifyAction: { ...tags, template: 'text', recipients: 'texts' },
  keyAction: tags,
};

const expected = (type: SettingType): string =>
  type === 'text' ? 'a text' : type === 'number' ? 'a number' : 'a list of texts';

const isStringArray = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

function checkValue(entry: ObjectEntry, value: unknown, type: SettingType, rule: RuleContext): void {
  const key = entryKey(entry);
  if (typeof type === 'object') {
    const allowed = 'words' in type ? rule.catalogue.words(type.words) : type.oneOf;
    if (typeof value === 'string' && allowed.includes(value)) return;
    const [closest] = typeof value === 'string' ? didYouMean(value, allowed) : [];
    rule.findings.add(e0213, entry.value, {
      message: `\`${key}\` is one of ${allowed.join(', ')}`,
      ...(closest === undefined
        ? {}
        : { help: `did you mean \`"${closest}"\`?`, ...rule.findings.replacementFix(entry.value, `"${closest}"`) }),
    });
    return;
  }
  const fits = type === 'texts' ? isStringArray(value) : typeof value === (type === 'text' ? 'string' : 'number');
  if (!fits) rule.findings.add(e0301, entry.value, { message: `\`${key}\` is ${expected(type)}` });
}

/** Returns what `with { … }` of an action sets; `null` if it is absent. */
export function checkSettings(action: Action, rule: RuleContext): SettingsJson | null {
  if (!action.settings) return null;
  const before = rule.findings.errors;
  const json = settingsJson(action.settings, rule);
  if (rule.findings.errors > before) return json;
  const allowed = settings[action.kind];
  for (const entry of action.settings.entries) {
    const key = entryKey(entry);
    const type = Object.hasOwn(allowed, key) ? allowed[key] : undefined;
    if (type) {
      checkValue(entry, json[key], type, rule);
      continue;
    }
    const [closest] = didYouMean(key, Object.keys(allowed));
    rule.findings.add(e0213, entry.key, {
      message: `this action has no setting \`${key}\``,
      help: closest === undefined ? `it has ${Object.keys(allowed).join(', ')}` : `did you mean \`${closest}\`?`,
      ...(closest === undefined ? {} : rule.findings.replacementFix(entry.key, closest)),
    });
  }
  return json;
}

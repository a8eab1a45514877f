import type { Action } from '../ast/action.js';
import type { AddToListAction, ListMapping } from '../ast/add-to-list-action.js';
import type { AlertAction } from '../ast/alert-action.js';
import type { MessageTemplate } from '../ast/message-template.js';
import type { PathNode } from '../ast/path-node.js';
import type { SetStatusAction } from '../ast/set-status-action.js';
import { e0201 } from '../diagnostics/codes/e0201.js';
import { e0302 } from '../diagnostics/codes/e0302.js';
import { e0503 } from '../diagnostics/codes/e0503.js';
import { e0606 } from '../diagnostics/codes/e0606.js';
import { e0802 } from '../diagnostics/codes/e0802.js';
import { e0804 } from '../diagnostics/codes/e0804.js';
import { e0805 } from '../diagnostics/codes/e0805.js';
import { e0806 } from '../diagnostics/codes/e0806.js';
import { e0807 } from '../diagnostics/codes/e0807.js';
import { e0906 } from '../diagnostics/codes/e0906.js';
import { e0911 } from '../diagnostics/codes/e0911.js';
import { limits } from '../limits.js';
import { typeName } from '../types/type-name.js';
import type { SettingsJson } from './checked-rule.js';
import { checkExpression } from './check-expression.js';
import { checkMessage } from './check-message.js';
import { checkSettings } from './check-settings.js';
import { checkPlacedWord, checkWord } from './check-word.js';
import type { ListBinding } from './semantic-model.js';
import { resolvePath, type ResolvedPath } from './resolve-path.js';
import { atSubject, type RuleContext } from './rule-context.js';

const needsReason: ReadonlySet<string> = new Set(['suspended', 'blocked', 'rejected']);
/** Kinds without a text that could be stored in a list or compared between alerts. */
const unkeyed: ReadonlySet<string> = new Set(['object', 'list', 'geo', 'listref']);

/** Resolves a field of the current event that an action reads; returns `null` after reporting a problem. */
function checkFieldPath(path: PathNode, rule: RuleContext): ResolvedPath | null {
  const found = resolvePath(path, atSubject, rule);
  if (!found) return null;
  if (found.resolution.kind !== 'field') {
    rule.findings.add(e0201, path, {
      message: `\`${path.steps.join('.')}\` is a name, not a field of the current event`,
      help: 'write the path of a field',
    });
    return null;
  }
  if (unkeyed.has(found.type.kind)) {
    rule.findings.add(e0302, path, {
      message: `${typeName(found.type)} cannot be used here`,
      help: 'name a field with a single value',
    });
    return null;
  }
  rule.resolutions.set(path, found.resolution);
  rule.types.set(path, found.type);
  return found;
}

/** Checks that a message is not empty. */
function checkTitle(message: MessageTemplate, rule: RuleContext): void {
  if (message.source.trim() === '') rule.findings.add(e0606, message, { message: 'this message is empty' });
  else checkMessage(message, rule);
}

function checkAlert(action: AlertAction, rule: RuleContext): void {
  checkPlacedWord(action.severity, 'severity', 'severity', rule);
  checkTitle(action.message, rule);
  if (action.oncePer) checkFieldPath(action.oncePer, rule);
}

function checkTransactionStatus(action: SetStatusAction, isAsync: boolean, rule: RuleContext): void {
  if (isAsync) {
    rule.findings.add(e0802, action, {
      message: 'an async rule cannot set the status of the transaction',
      help: 'write `evaluate sync`',
    });
    return;
  }
  if (!rule.targets.every((target) => target === 'transaction')) {
    rule.findings.add(e0802, action, { message: 'this rule has no transaction whose status it could set' });
    return;
  }
  checkPlacedWord(action.status, 'status of a transaction', 'status:transaction', rule);
}

function checkEntityStatus(action: SetStatusAction, rule: RuleContext): void {
  const status = action.status.text;
  const allowed = rule.catalogue.words('status:entity');
  const [target] = rule.targets;
  const all = target
    ? rule.catalogue.schema.field(target, [target === 'transaction' ? 'origin' : 'entity', 'status'])
    : null;
  if (!allowed.includes(status) && all?.type.kind === 'enum' && all.type.values.includes(status)) {
    rule.findings.add(e0805, action.status, {
      message: `a rule cannot set \`${status}\``,
      help: `it can set ${allowed.join(', ')}`,
    });
    return;
  }
  if (checkWord(action.status, 'status of an entity', allowed, rule) && needsReason.has(status) && !action.reason)
    rule.findings.add(e0804, action, { message: `\`${status}\` needs a reason`, help: 'add `because "…"`' });
}

function checkSetStatus(action: SetStatusAction, isAsync: boolean, rule: RuleContext): void {
  if (action.reason) checkMessage(action.reason, rule);
  const { target } = action;
  const isTransaction = target
    ? target.steps.length === 1 && target.steps[0] === 'transaction'
    : rule.targets.includes('transaction');
  if (isTransaction) return checkTransactionStatus(action, isAsync, rule);
  if (target) {
    const found = checkFieldPath(target, rule);
    if (!found) return;
    if (found.type.kind !== 'entity') {
      rule.findings.add(e0802, target, { message: `\`${target.steps.join('.')}\` has no status of its own` });
      return;
    }
  }
  checkEntityStatus(action, rule);
}

function checkMapping(mapping: ListMapping, rule: RuleContext): ListBinding | null {
  const path = checkFieldPath(mapping.path, rule);
  const type = checkExpression(mapping.list, { ...atSubject, expectedKind: 'listref', isBareName: true }, rule);
  if (!path || !type) return null;
  const resolution = rule.resolutions.get(mapping.list);
  if (resolution?.kind !== 'list') {
    const message =
      resolution?.kind === 'listType'
        ? 'a rule adds to one list, not to all of a type'
        : `this is ${typeName(type)}, not a data list`;
    rule.findings.add(e0503, mapping.list, { message });
    return null;
  }
  const { list } = resolution;
  if (list.type === 'custom' && !list.readOnly) return list;
  rule.findings.add(e0503, mapping.list, {
    message: list.readOnly ? `\`${list.name}\` is read-only` : `\`${list.name}\` is of type \`${list.type}\``,
  });
  return null;
}

function checkAdd(action: AddToListAction, index: number, lists: Map<string, ListBinding>, rule: RuleContext): void {
  if (action.mappings.length > limits.mappingsPerAdd) {
    rule.findings.add(e0911, action, {
      message: `one \`add\` has at most ${limits.mappingsPerAdd} fields, this one ${action.mappings.length}`,
    });
    return;
  }
  if (rule.targets.includes('userEvent')) {
    rule.findings.add(e0802, action, { message: 'a rule on user events cannot add to lists' });
    return;
  }
  if (action.reason) checkMessage(action.reason, rule);
  for (const [at, mapping] of action.mappings.entries()) {
    const list = checkMapping(mapping, rule);
    if (list) lists.set(`${index}.${at}`, list);
  }
}

/** Returns what an action decides exclusively: two actions that decide the same thing differently conflict. */
function decides(action: Action): { about: string; value: string } | null {
  if (action.kind === 'suggestAction') return { about: 'suggest', value: '' };
  if (action.kind === 'setStatusAction')
    return { about: `status of ${action.target?.steps.join('.') ?? ''}`, value: action.status.text };
  if (action.kind === 'assignAction') return { about: 'assign', value: `${action.to} ${action.id}` };
  return null;
}

const conflict: Partial<Record<Action['kind'], string>> = {
  suggestAction: 'a rule can only suggest once',
  setStatusAction: 'this rule already sets another status',
  assignAction: 'this rule already assigns to someone else',
};

function checkConflicts(actions: readonly Action[], rule: RuleContext): void {
  const seen = new Map<string, { value: string; action: Action }>();
  for (const action of actions) {
    const decision = decides(action);
    if (!decision) continue;
    const earlier = seen.get(decision.about);
    if (!earlier) seen.set(decision.about, { value: decision.value, action });
    else if (action.kind === 'suggestAction' || earlier.value !== decision.value) {
      const related = earlier.action.range
        ? { related: [{ range: earlier.action.range, message: 'the first one' }] }
        : {};
      rule.findings.add(e0807, action, {
        message: conflict[action.kind] ?? 'this rule already makes another decision',
        ...related,
      });
    }
  }
}

/** Users, teams and automations are only known on a server (E0806). */
function checkParty(what: 'user' | 'team' | 'automation', id: string, action: Action, rule: RuleContext): void {
  const known = rule.parties?.(what, id) ?? true;
  if (!known) rule.findings.add(e0806, action, { message: `there is no ${what} \`${id}\`` });
}

type Checkers = {
  readonly [K in Action['kind']]: (
    action: Extract<Action, { kind: K }>,
    index: number,
    isAsync: boolean,
    lists: Map<string, ListBinding>,
    rule: RuleContext,
  ) => void;
};

const checkers: Checkers = {
  alertAction: (action, _index, _isAsync, _lists, rule) => checkAlert(action, rule),
  suggestAction: (action, _index, isAsync, _lists, rule) => {
    if (isAsync)
      rule.findings.add(e0802, action, {
        message: 'an async rule cannot suggest anything',
        help: 'write `evaluate sync`',
      });
    else checkPlacedWord(action.suggestion, 'suggestion', 'suggestion', rule);
  },
  setStatusAction: (action, _index, isAsync, _lists, rule) => checkSetStatus(action, isAsync, rule),
  assignAction: (action, _index, _isAsync, _lists, rule) => checkParty(action.to, action.id, action, rule),
  addToListAction: (action, index, _isAsync, lists, rule) => checkAdd(action, index, lists, rule),
  openCaseAction: (action, _index, _isAsync, _lists, rule) => {
    checkPlacedWord(action.priority, 'priority', 'severity', rule);
    checkTitle(action.message, rule);
  },
  runAutomationAction: (action, _index, _isAsync, _lists, rule) =>
    checkParty('automation', action.automation, action, rule),
  notifyAction: (action, _index, _isAsync, _lists, rule) => {
    checkPlacedWord(action.channel, 'channel', 'channel', rule);
    checkTitle(action.message, rule);
  },
  keyAction: (action, _index, _isAsync, _lists, rule) => {
    if (action.key.trim() === '') rule.findings.add(e0606, action, { message: 'this key is empty' });
    if ([...action.key].length > limits.keyCodePoints)
      rule.findings.add(e0906, action, { message: `a key has at most ${limits.keyCodePoints} characters` });
  },
};

export interface CheckedActions {
  /** List of each mapping of `add`, by `<action index>.<mapping index>`. */
  readonly actionLists: ReadonlyMap<string, ListBinding>;
  /** By action index. */
  readonly actionSettings: ReadonlyMap<number, SettingsJson>;
}

/** Checks the actions of a rule. `isAsync` is set if it runs after the response. */
export function checkActions(actions: readonly Action[], isAsync: boolean, rule: RuleContext): CheckedActions {
  const actionLists = new Map<string, ListBinding>();
  const actionSettings = new Map<number, SettingsJson>();
  const extra = actions[limits.actionsPerRule];
  if (extra) {
    rule.findings.add(e0911, extra, {
      message: `a rule has at most ${limits.actionsPerRule} actions, this one ${actions.length}`,
    });
    return { actionLists, actionSettings };
  }
  for (const [index, action] of actions.entries()) {
    const check = checkers[action.kind] as (
      action: Action,
      index: number,
      isAsync: boolean,
      lists: Map<string, ListBinding>,
      rule: RuleContext,
    ) => void;
    check(action, index, isAsync, actionLists, rule);
    const settings = checkSettings(action, rule);
    if (settings) actionSettings.set(index, settings);
  }
  checkConflicts(actions, rule);
  return { actionLists, actionSettings };
}

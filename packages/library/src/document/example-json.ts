import { encodeRule, readRules, type ActionJson, type ValueJson } from '@tamis/lang';

/** The JSON form of an expression of rule text; null where the text is none. `declares`: declarations it needs. */
export function valueExampleJson(text: string, declares = ''): ValueJson | null {
  const { file, diagnostics } = readRules(`${declares} rule r { on transaction let x = ${text} when x is present }`);
  const [rule] = file.rules;
  if (!rule || diagnostics.length > 0) return null;
  const lists = file.lists.map(({ name }) => name.text);
  return encodeRule(rule, lists).let[0]?.value ?? null;
}

/** The JSON form of an action of rule text; null where the text is none. */
export function actionExampleJson(text: string): ActionJson | null {
  const { file, diagnostics } = readRules(`rule r { on transaction when true then ${text} }`);
  const [rule] = file.rules;
  if (!rule || diagnostics.length > 0) return null;
  return encodeRule(rule).actions[0] ?? null;
}

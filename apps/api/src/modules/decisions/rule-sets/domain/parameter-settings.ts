import { type Expression, readExpression } from '@tamis/lang';

/** The organization's own value of a parameter. */
export interface ParameterSetting {
  /** Expression in the rule language, such as `9_500 USD`. */
  readonly text: string;
  /** ISO 8601 timestamp. */
  readonly changedAt: string;
  readonly changedBy: string | null;
}

/** Own values by parameter name. */
export type ParameterSettings = Readonly<Record<string, ParameterSetting>>;

/**
 * Returns parameter values in the form the checker expects. Throws if one can no longer be parsed, since falling back to the default would
 * differ from what was chosen.
 */
export function settingValues(settings: ParameterSettings): Readonly<Record<string, Expression>> {
  const values = Object.entries(settings).map(([name, { text }]): [string, Expression] => {
    const { expression, diagnostics } = readExpression(text);
    if (!expression || diagnostics.length > 0)
      throw new Error(`the value of the parameter \`${name}\` cannot be read: ${text}`);
    return [name, expression];
  });
  return Object.fromEntries(values);
}

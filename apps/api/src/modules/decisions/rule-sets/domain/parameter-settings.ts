import { type Expression, readExpression } from '@tamis/lang';

/** The organization's own value of a parameter. */
export interface ParameterSetting {
  /** An expression of the rule language: `9_500 USD`. */
  readonly text: string;
  /** ISO 8601. */
  readonly changedAt: string;
  readonly changedBy: string | null;
}

/** Own values by the names of the parameters. */
export type ParameterSettings = Readonly<Record<string, ParameterSetting>>;

/** Values of parameters as the checker takes them. Throws for one that can no longer be read: the default is not what was chosen. */
export function settingValues(settings: ParameterSettings): Readonly<Record<string, Expression>> {
  const values = Object.entries(settings).map(([name, { text }]): [string, Expression] => {
    const { expression, diagnostics } = readExpression(text);
    if (!expression || diagnostics.length > 0)
      throw new Error(`the setting of the parameter \`${name}\` cannot be read: ${text}`);
    return [name, expression];
  });
  return Object.fromEntries(values);
}

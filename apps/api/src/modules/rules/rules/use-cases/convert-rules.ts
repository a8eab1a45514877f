import { Injectable } from '@nestjs/common';
import {
  encodeLibrary,
  encodeRule,
  encodeSource,
  formatRules,
  readRules,
  type RuleNameJson,
  type SourceJson,
} from '@tamis/lang';

import { type Queryable, TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { findRiskMatrices } from '../../../decisions/rule-sets/index.js';
import type { PartialRuleForm } from '../domain/partial-rule-form.js';
import { hasErrors, withFrames, type DiagnosticWithFrame } from '../domain/diagnostic-frames.js';
import { namesInScope, parseSource } from '../domain/parse-source.js';
import { type RuleTextForms, textFromForm, textWithChanges } from '../domain/write-text.js';
import type { LibraryNames } from '../domain/library-names.js';
import { readLibraryNames } from '../persistence/library-names-store.js';

export interface ConvertedRules {
  readonly source: string;
  /** In canonical format. */
  readonly formatted: string;
  readonly rules: readonly SourceJson[];
  readonly declarations: readonly Omit<RuleNameJson, 'from'>[];
  readonly diagnostics: readonly DiagnosticWithFrame[];
}

/** `POST /rules/convert`: returns both forms of rules that are not stored, without resolving the meaning of names. */
@Injectable()
export class ConvertRules {
  constructor(private readonly database: TenantDatabase) {}

  /**
   * With a form and a text, the text is changed to say what the form says, and keeps its comments, tests and names. Throws 422 if there is
   * no tree to convert.
   */
  async convert(
    organizationId: string,
    asked: { readonly source: string } | { readonly form: PartialRuleForm; readonly over?: string | undefined },
  ): Promise<ConvertedRules> {
    const client = this.database.forOrganization(organizationId);
    const shared = await readLibraryNames(client, organizationId);
    const written = 'form' in asked ? textOf(asked.form, asked.over, shared) : null;
    const source = 'source' in asked ? asked.source : written!.source;
    const { file, diagnostics } = readRules(source);
    const shown = withFrames(diagnostics, source, 'rules');
    const formatted = hasErrors(diagnostics) ? null : formatRules(source).text;
    if (formatted === null)
      throw new ApiError('INVALID_SOURCE', 'The text has errors', undefined, { diagnostics: shown });
    const rules = file.rules.map((rule) => ({ ...encodeSource(file, rule, shared.file), ...written?.form }));
    return {
      source,
      formatted,
      // Ids of conditions that were sent are only part of the form, not of the text.
      rules: await withMatrixIds(client, organizationId, rules),
      declarations: encodeLibrary(file).map(({ from: _from, ...declaration }) => declaration),
      diagnostics: shown,
    };
  }
}

function textOf(form: PartialRuleForm, over: string | undefined, shared: LibraryNames): RuleTextForms {
  if (over === undefined) return textFromForm(form, shared);
  const { rule, file } = parseSource(over);
  return textWithChanges(over, encodeRule(rule, namesInScope(file, shared)), form, shared);
}

/** Names matrices by id, as the JSON form does; one that does not exist keeps the key of the text. */
async function withMatrixIds(
  client: Queryable,
  organizationId: string,
  rules: readonly SourceJson[],
): Promise<readonly SourceJson[]> {
  if (rules.every(({ riskMatrixIds = [] }) => riskMatrixIds.length === 0)) return rules;
  const matrices = (await findRiskMatrices(client, organizationId)).filter(({ status }) => status !== 'archived');
  const ids = new Map(matrices.map(({ key, id }) => [key, id]));
  return rules.map(({ riskMatrixIds = [], ...rule }) => ({
    ...rule,
    ...(riskMatrixIds.length > 0 && { riskMatrixIds: riskMatrixIds.map((key) => ids.get(key) ?? key) }),
  }));
}

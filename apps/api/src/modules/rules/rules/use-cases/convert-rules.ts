import { Injectable } from '@nestjs/common';
import { encodeLibrary, encodeSource, formatRules, readRules, type RuleNameJson, type SourceJson } from '@tamis/lang';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import type { PartialRuleForm } from '../domain/partial-rule-form.js';
import { hasErrors, withFrames, type DiagnosticWithFrame } from '../domain/diagnostic-frames.js';
import { textFromForm } from '../domain/write-text.js';
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

  /** Throws 422 if there is no tree to convert. */
  async convert(
    organizationId: string,
    asked: { readonly source: string } | { readonly form: PartialRuleForm },
  ): Promise<ConvertedRules> {
    const shared = await readLibraryNames(this.database.forOrganization(organizationId), organizationId);
    const written = 'form' in asked ? textFromForm(asked.form, shared) : null;
    const source = 'source' in asked ? asked.source : written!.source;
    const { file, diagnostics } = readRules(source);
    const shown = withFrames(diagnostics, source, 'rules');
    const formatted = hasErrors(diagnostics) ? null : formatRules(source).text;
    if (formatted === null)
      throw new ApiError('INVALID_SOURCE', 'The text has errors', undefined, { diagnostics: shown });
    return {
      source,
      formatted,
      // Ids of conditions that were sent are only part of the form, not of the text.
      rules: file.rules.map((rule) => ({ ...encodeSource(file, rule, shared.file), ...written?.form })),
      declarations: encodeLibrary(file).map(({ from: _from, ...declaration }) => declaration),
      diagnostics: shown,
    };
  }
}

import { Injectable } from '@nestjs/common';
import type { RuleContent } from '@tamis/engine';
import {
  usedNames,
  printExpression,
  printFile,
  readRules,
  ruleFile,
  withParameterValue,
  type FileDeclaration,
  type ListBinding,
  type RuleDeclaration,
  type RuleFile,
} from '@tamis/lang';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, invalid, notFound } from '../../../../platform/http/index.js';
import { candidateSet, findRiskMatrices, type LoadedRuleSet } from '../../../decisions/rule-sets/index.js';
import { decodeValue } from '../domain/decode-value.js';
import {
  declarationName,
  usedDeclarations,
  sourceWithDeclarations,
  type LibraryNames,
} from '../domain/library-names.js';
import { ruleContent } from '../domain/rule-content.js';
import type { PartialRuleForm } from '../domain/partial-rule-form.js';
import type { Rule } from '../domain/rule.js';
import { printDeclaration } from '../domain/rules-in-files.js';
import { hasErrors, withFrames, type DiagnosticWithFrame } from '../domain/diagnostic-frames.js';
import { textFromForm } from '../domain/write-text.js';
import { readLibraryNames } from '../persistence/library-names-store.js';
import { findRule } from '../persistence/rule-store.js';
import { findRuleVersion } from '../persistence/rule-versions.js';
import { resolveLists } from './resolve-lists.js';
import { ValidateRules } from './validate-rules.js';

/** Rules that are evaluated without being in force. */
export interface Candidate {
  readonly set: LoadedRuleSet;
  readonly diagnostics: readonly DiagnosticWithFrame[];
}

const invalidRules = (diagnostics: readonly DiagnosticWithFrame[]): ApiError =>
  new ApiError('INVALID_SOURCE', 'The rules have errors', undefined, { diagnostics });

/** Creates rule sets from rules that are not in force, or not stored at all. */
@Injectable()
export class RuleCandidates {
  constructor(
    private readonly database: TenantDatabase,
    private readonly validateRules: ValidateRules,
  ) {}

  /** Returns a stored rule. If `version` is absent, it is the deciding version, or otherwise the newest. Throws 404. */
  async findStored(organizationId: string, id: string, version: number | undefined): Promise<Rule> {
    const client = this.database.forOrganization(organizationId);
    const newest = await findRule(client, organizationId, id);
    if (!newest) throw notFound('Rule');
    const wanted = version ?? newest.activeVersion ?? newest.version;
    if (wanted === newest.version) return newest;
    const rule = await findRuleVersion(client, organizationId, id, wanted);
    if (!rule) throw notFound('Version');
    return rule;
  }

  /** Returns a rule set with one stored rule, regardless of its status. Throws 422 if it has errors. */
  async fromStored(organizationId: string, rule: Rule): Promise<LoadedRuleSet> {
    const { text } = rule;
    const made = await candidateSet(this.database.forOrganization(organizationId), {
      organizationId,
      rules: [{ ...ruleContent(rule), status: 'active' }],
      lists: text.lists,
      matrices: new Set(text.form.riskMatrixIds ?? []),
    });
    if (made.ok) return made.value;
    throw invalidRules(made.error.flatMap(({ diagnostics }) => withFrames(diagnostics, text.source, text.form.key)));
  }

  /**
   * Returns a rule set with the rules in a text or form; `params` are parameter values for this call. Throws 422 if it has errors, and 400
   * for an unknown parameter.
   */
  async fromUnsaved(
    organizationId: string,
    asked: { readonly source: string } | { readonly form: PartialRuleForm },
    params: Readonly<Record<string, unknown>>,
  ): Promise<Candidate> {
    const client = this.database.forOrganization(organizationId);
    const own = await readLibraryNames(client, organizationId);
    const source = 'source' in asked ? asked.source : textFromForm(asked.form, own).source;
    const read = readRules(source);
    const shown = withFrames(read.diagnostics, source, 'rules');
    if (hasErrors(read.diagnostics)) throw invalidRules(shown);
    if (read.file.rules.length === 0) throw invalid({ source: 'there are no rules in it' });
    const { file, shared } = withParameters(read.file, own, params);
    const lists: Record<string, ListBinding> = {};
    for (const each of [file, shared.file]) Object.assign(lists, await resolveLists(client, organizationId, each, {}));
    const rules = candidateRules(file, shared);
    const made = await candidateSet(client, {
      organizationId,
      rules,
      lists,
      matrices: new Set(file.rules.flatMap(({ matrices }) => matrices.map(({ text }) => text))),
    });
    if (made.ok) return { set: made.value, diagnostics: shown };
    await this.assertKnownMatrices(organizationId, file);
    // The rules were derived from the text, so their errors are shown in the original text.
    const files = [{ name: 'rules', source }];
    const { valid, diagnostics } = await this.validateRules.validate(
      organizationId,
      { files },
      { lint: 'errors', fix: false },
    );
    if (!valid) throw invalidRules(diagnostics);
    const sources = new Map(rules.map((rule) => [rule.ruleId, rule.source]));
    const ofRules = made.error.flatMap(({ ruleId, diagnostics: of }) =>
      withFrames(of, sources.get(ruleId) ?? source, 'rules'),
    );
    throw invalidRules([...shown, ...ofRules]);
  }

  /** For a matrix that is not stored, it is not known when it runs. */
  private async assertKnownMatrices(organizationId: string, { matrices }: RuleFile): Promise<void> {
    const stored = new Set(
      (await findRiskMatrices(this.database.forOrganization(organizationId), organizationId)).map(({ key }) => key),
    );
    const missing = matrices.flatMap(({ key }) => (stored.has(key.text) ? [] : [`\`${key.text}\``]));
    if (missing.length === 0) return;
    const message = `${missing.join(', ')}: declared with the rules, but not a risk matrix of the organization yet; plan and apply the files first`;
    throw new ApiError('INVALID_SOURCE', message, { source: message }, { diagnostics: [] });
  }
}

/** Returns an id for a rule that is not stored, based on its position in the text, so that equal texts have equal versions. */
const unsavedId = (index: number): string => `00000000-0000-8000-8000-${index.toString(16).padStart(12, '0')}`;

/**
 * Returns each rule of a file with the declarations of the file and the shared ones that it uses, making it the rule that `apply` would
 * store: if a rule is alone in its file, all declarations belong to it.
 */
function candidateRules(written: RuleFile, shared: LibraryNames): readonly RuleContent[] {
  const inLibrary = new Set(shared.file.declarations.map(printDeclaration));
  const file = ruleFile(
    written.languageVersion,
    written.declarations.filter((each) => !inLibrary.has(printDeclaration(each))),
  );
  const named = new Map(
    file.declarations.flatMap((each) => {
      const name = declarationName(each);
      return name === null ? [] : [[name, each] as const];
    }),
  );
  const besideOf = (rule: RuleDeclaration): readonly FileDeclaration[] => {
    if (file.rules.length === 1) return [...named.values()];
    const used = usedNames(rule, named);
    return [...named].flatMap(([name, each]) => (used.has(name) ? [each] : []));
  };
  return file.rules.map((rule, index) => ({
    ruleId: unsavedId(index),
    version: 1,
    status: 'active',
    source: sourceWithDeclarations(
      printFile(ruleFile(null, [...besideOf(rule), rule])),
      usedDeclarations(rule, file, shared),
    ),
    externalId: null,
    // Among rules with equal priority, the older one comes first.
    createdAt: new Date(index).toISOString(),
  }));
}

/** Returns the file and the shared names with other values of their parameters. Throws 400 for a name that is not a parameter in either. */
function withParameters(
  file: RuleFile,
  shared: LibraryNames,
  params: Readonly<Record<string, unknown>>,
): { readonly file: RuleFile; readonly shared: LibraryNames } {
  const values = Object.fromEntries(
    Object.entries(params).map(([name, json]) => [name, decodeValue(json, `params.${name}`)]),
  );
  const known = new Set([...file.parameters, ...shared.file.parameters].map(({ name }) => name.text));
  const unknown = Object.keys(values).find((name) => !known.has(name));
  if (unknown !== undefined) throw invalid({ [`params.${unknown}`]: 'there is no such parameter' });
  const settings: LibraryNames['parameters'] = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      { text: printExpression(value), changedAt: '', changedBy: null },
    ]),
  );
  return {
    file: ruleFile(
      file.languageVersion,
      file.declarations.map((each) => withParameterValue(each, values)),
    ),
    shared: { ...shared, parameters: { ...shared.parameters, ...settings } },
  };
}

import { Injectable } from '@nestjs/common';
import { maxWindowRows } from '@tamis/engine';
import {
  applyFixes,
  mostExpensiveTerms,
  readRules,
  absenceLint,
  type AbsenceLint,
  type CheckedRule,
  type Diagnostic,
  type SetCheckResult,
  type SourceRange,
} from '@tamis/lang';

import type { Principal } from '../../../../platform/auth/index.js';
import { type RecordType, ScreeningPort, targetByRecordType } from '../../../decisions/evaluations/index.js';
import {
  type MeasuredRule,
  MeasureUnknowns,
  type UnknownShare,
  unmeasuredShares,
} from '../../../decisions/record-samples/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { findOwnCurrencies, findSettings } from '../../../tenancy/organization-settings/index.js';
import { findRiskMatrices } from '../../../decisions/rule-sets/index.js';
import { fieldsUsed, type UsedField } from '../domain/fields-used.js';
import type { NamedSource } from '../domain/rules-in-files.js';
import type { ObservedCost, RuleCost } from '../domain/rule-cost.js';
import type { PartialRuleForm } from '../domain/partial-rule-form.js';
import type { LibraryNames } from '../domain/library-names.js';
import { withFrames, type DiagnosticWithFrame } from '../domain/diagnostic-frames.js';
import { textFromForm } from '../domain/write-text.js';
import { readLibraryNames } from '../persistence/library-names-store.js';
import { checkNamedFiles, checkOwnNames, type ParsedFile } from './check-named-files.js';
import { mapInTurns } from './in-turns.js';
import { findNamedAutomations } from './find-named-automations.js';
import { resolveLists, type ListBindings } from './resolve-lists.js';
import { ReviewRules } from './review-rules.js';
import { RuleCosts } from './rule-costs.js';

/** What is validated: one or more files, or the JSON form of a rule. */
export type ValidationTarget = { readonly files: readonly NamedSource[] } | { readonly form: PartialRuleForm };

export interface ValidatedRule {
  readonly key: string;
  readonly name: string;
  readonly range: SourceRange | null;
  readonly cost: number;
  readonly file?: string;
}

export interface Validation {
  readonly valid: boolean;
  readonly diagnostics: readonly (DiagnosticWithFrame & { readonly file?: string })[];
  readonly cost: RuleCost;
  readonly fieldsUsed: readonly UsedField[];
  readonly unknownable: readonly UnknownShare[];
  readonly rules: readonly ValidatedRule[];
  /** The text created from the JSON form, to which the ranges of diagnostics refer. */
  readonly source?: string;
  /** The text with all safe fixes applied; by file name if there are several files. */
  readonly fixed?: string | Readonly<Record<string, string>>;
}

export interface ValidationOptions {
  readonly lint: 'all' | 'errors' | 'none';
  readonly fix: boolean;
  /** Caller whose records and evaluations are used to measure windows and rates of unknown; if absent, nothing is measured. */
  readonly measuredFor?: Principal;
  /** Whether several files may declare the same name, each for its own rules. */
  readonly ownNames?: boolean;
  /** If absent, the stored shared names are used. */
  readonly shared?: LibraryNames;
}

/** `POST /rules/validate`: returns the findings of the checker for texts that are not stored. */
@Injectable()
export class ValidateRules {
  constructor(
    private readonly database: TenantDatabase,
    private readonly reviews: ReviewRules,
    private readonly costs: RuleCosts,
    private readonly screenings: ScreeningPort,
    private readonly unknowns: MeasureUnknowns,
  ) {}

  async validate(
    organizationId: string,
    asked: ValidationTarget,
    { lint, fix, measuredFor, ownNames = false, shared: names }: ValidationOptions,
  ): Promise<Validation> {
    const shared = names ?? (await readLibraryNames(this.database.forOrganization(organizationId), organizationId));
    const sources = 'files' in asked ? asked.files : formAsFile(asked.form, shared);
    const { maxRuleCost: budget } = (await findSettings(this.database.forOrganization(organizationId), organizationId))
      .rulePolicy;
    if ('diagnostics' in sources) return invalidForm(sources.diagnostics, budget);
    const files = await mapInTurns(sources, (file): ParsedFile => ({ ...file, ...readRules(file.source) }));
    const matrices = await findRiskMatrices(this.database.forOrganization(organizationId), organizationId);
    const client = this.database.forOrganization(organizationId);
    const sourcesOf = files.map(({ source }) => source);
    const [lists, absences, automations, currencies] = await Promise.all([
      this.resolveAllLists(organizationId, files, shared),
      this.missingLists(organizationId, files),
      findNamedAutomations(client, organizationId, ...sourcesOf),
      findOwnCurrencies(client, organizationId),
    ]);
    const check = ownNames ? checkOwnNames : checkNamedFiles;
    const checked = await check(files, { shared, matrices, lists, absences, automations, currencies });
    const reviews =
      lint === 'all'
        ? await this.reviews.findings(organizationId, checked.rules, matrices)
        : new Map<CheckedRule, []>();
    const found = files.map(({ name, source, diagnostics }) => {
      const own = checked.rules.filter(({ file }) => file === name).flatMap((rule) => reviews.get(rule) ?? []);
      const all = [...diagnostics, ...(checked.diagnostics.get(name) ?? []), ...own];
      return { name, source, diagnostics: lint === 'all' ? all : all.filter(({ severity }) => severity === 'error') };
    });
    const measured = checked.rules.map(measuredRule);
    const now = new Date();
    const met = measuredFor ? await this.costs.observedCosts(organizationId, checked.rules, now) : noObservedCost;
    const unknownable = measuredFor
      ? await this.unknowns.measure(measuredFor, measured, now)
      : unmeasuredShares([...new Set(measured.flatMap(({ paths }) => paths))].sort());
    const isOne = files.length === 1;
    const diagnostics = found.flatMap(({ name, source, diagnostics: of }) =>
      withFrames(of, source, name).map((each) => (isOne ? each : { ...each, file: name })),
    );
    return {
      valid: diagnostics.every(({ severity }) => severity !== 'error'),
      diagnostics,
      ...summarizeRules(checked, { isOne, budget, met }),
      unknownable,
      ...('form' in asked && { source: files[0]!.source }),
      ...(fix && { fixed: applyFileFixes(found) }),
    };
  }

  /** Reports lists that are not loaded, for rules that screen names. */
  private async missingLists(organizationId: string, files: readonly ParsedFile[]): Promise<AbsenceLint> {
    if (!files.some(({ source }) => source.includes('screenName'))) return () => undefined;
    const context = { client: this.database.forOrganization(organizationId), organizationId };
    const missing = await this.screenings.missingLists(context);
    if (missing.length === 0) return () => undefined;
    const why = `these lists are not loaded: ${missing.join(', ')}`;
    return absenceLint({
      ...{ field: () => null, key: () => null },
      call: (name) => (name === 'screenName' ? why : null),
    });
  }

  private async resolveAllLists(
    organizationId: string,
    files: readonly ParsedFile[],
    shared: LibraryNames,
  ): Promise<ListBindings> {
    const found: Record<string, ListBindings[string]> = {};
    for (const { file } of [...files, shared])
      Object.assign(found, await resolveLists(this.database.forOrganization(organizationId), organizationId, file, {}));
    return found;
  }
}

/** Returns a form as a single file; anything that cannot be read is a finding here, not an error. */
function formAsFile(
  form: PartialRuleForm,
  shared: LibraryNames,
): readonly NamedSource[] | { readonly diagnostics: readonly Diagnostic[] } {
  try {
    const { source, form: written } = textFromForm(form, shared);
    return [{ name: written.key, source }];
  } catch (error) {
    const diagnostics = error instanceof ApiError ? error.members?.['diagnostics'] : undefined;
    if (!Array.isArray(diagnostics)) throw error;
    return { diagnostics: diagnostics as Diagnostic[] };
  }
}

const measuredRule = ({ targets, unknownable }: CheckedRule): MeasuredRule => ({
  recordTypes: (Object.keys(targetByRecordType) as RecordType[]).filter((type) =>
    targets.includes(targetByRecordType[type]),
  ),
  paths: unknownable,
});

const noObservedCost: ObservedCost = { busiestKeyRows: null, tooManyRowsShare: null };

const invalidForm = (diagnostics: readonly Diagnostic[], budget: number): Validation => ({
  valid: false,
  diagnostics: withFrames(diagnostics, '', 'rule'),
  cost: { total: 0, budget, matrixTotal: 0, dearest: [], scanCap: maxWindowRows, ...noObservedCost },
  fieldsUsed: [],
  unknownable: [],
  rules: [],
});

function summarizeRules(
  { rules, cost }: SetCheckResult,
  { isOne, budget, met }: { readonly isOne: boolean; readonly budget: number; readonly met: ObservedCost },
): Pick<Validation, 'cost' | 'fieldsUsed' | 'rules'> {
  return {
    cost: {
      total: cost.total,
      budget,
      matrixTotal: Math.max(0, ...cost.matrices.values()),
      dearest: mostExpensiveTerms(rules),
      scanCap: maxWindowRows,
      ...met,
    },
    fieldsUsed: fieldsUsed(rules),
    rules: rules.map(({ key, name, declaration, cost: own, file }) => ({
      key,
      name,
      range: declaration.range,
      cost: own,
      ...(isOne ? {} : { file }),
    })),
  };
}

type FileDiagnostics = NamedSource & { readonly diagnostics: readonly Diagnostic[] };

function applyFileFixes(found: readonly FileDiagnostics[]): string | Readonly<Record<string, string>> {
  const texts = found.map(
    ({ name, source, diagnostics }) => [name, applyFixes(source, diagnostics)?.text ?? source] as const,
  );
  return texts.length === 1 ? texts[0]![1] : Object.fromEntries(texts);
}

import { Injectable } from '@nestjs/common';
import { maxWindowRows } from '@tamis/engine';
import {
  applyFixes,
  checkFiles,
  dearestTerms,
  readRules,
  type CheckedRule,
  type Diagnostic,
  type ReadResult,
  type SetCheckResult,
  type SourceRange,
} from '@tamis/lang';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { findSettings } from '../../../tenancy/organization-settings/index.js';
import { checkedMatrix, deadTriggers, findRiskMatrices, type RiskMatrix } from '../../../decisions/rule-sets/index.js';
import { checkSurroundings } from '../domain/check-surroundings.js';
import { fieldsUsed, type UsedField } from '../domain/fields-used.js';
import type { NamedSource } from '../domain/rules-in-files.js';
import type { MetCost, RuleCost } from '../domain/rule-cost.js';
import type { RuleParts } from '../domain/rule-parts.js';
import { parameterValues, type LibraryNames } from '../domain/library-names.js';
import { shownDiagnostics, type ShownDiagnostic } from '../domain/shown-diagnostics.js';
import { textOfForm } from '../domain/write-text.js';
import { readLibraryNames } from '../persistence/library-names-store.js';
import { matrixOfKey } from './bind-matrices.js';
import { resolveLists, type Lists } from './resolve-lists.js';
import { ReviewRules } from './review-rules.js';
import { RuleCosts } from './rule-costs.js';

/** What is to be validated: one or more files, or the JSON form of a rule. */
export type Validated = { readonly files: readonly NamedSource[] } | { readonly form: RuleParts };

export interface ValidatedRule {
  readonly key: string;
  readonly name: string;
  readonly range: SourceRange | null;
  readonly cost: number;
  readonly file?: string;
}

export interface Validation {
  readonly valid: boolean;
  readonly diagnostics: readonly (ShownDiagnostic & { readonly file?: string })[];
  readonly cost: RuleCost;
  readonly fieldsUsed: readonly UsedField[];
  readonly unknownable: readonly { readonly path: string }[];
  readonly rules: readonly ValidatedRule[];
  /** The text the JSON form became, in which ranges of diagnostics lie. */
  readonly source?: string;
  /** The text with every safe fix; of several files by name. */
  readonly fixed?: string | Readonly<Record<string, string>>;
}

export interface ValidationOptions {
  readonly lint: 'all' | 'errors' | 'none';
  readonly fix: boolean;
  /** Whether records and runs are looked at for what their windows met. */
  readonly isMeasured?: boolean;
  /** Absent: the shared names as they are stored. */
  readonly shared?: LibraryNames;
}

interface ReadFile extends NamedSource, ReadResult {}

/** `POST /rules/validate`: what the checker says of texts that are not stored. */
@Injectable()
export class ValidateRules {
  constructor(
    private readonly database: TenantDatabase,
    private readonly reviews: ReviewRules,
    private readonly costs: RuleCosts,
  ) {}

  async run(
    organizationId: string,
    asked: Validated,
    { lint, fix, isMeasured = false, shared: names }: ValidationOptions,
  ): Promise<Validation> {
    const shared = names ?? (await readLibraryNames(this.database.of(organizationId), organizationId));
    const sources = 'files' in asked ? asked.files : formAsFile(asked.form, shared);
    const { maxRuleCost: budget } = (await findSettings(this.database.of(organizationId), organizationId)).rulePolicy;
    if ('diagnostics' in sources) return invalidForm(sources.diagnostics, budget);
    const files = sources.map((file): ReadFile => ({ ...file, ...readRules(file.source) }));
    const matrices = await findRiskMatrices(this.database.of(organizationId), organizationId);
    const checked = checkAll(files, { shared, matrices, lists: await this.lists(organizationId, files, shared) });
    const reviews =
      lint === 'all'
        ? await this.reviews.findings(organizationId, checked.rules, matrices)
        : new Map<CheckedRule, []>();
    const found = files.map(({ name, source, diagnostics }) => {
      const own = checked.rules.filter(({ file }) => file === name).flatMap((rule) => reviews.get(rule) ?? []);
      const all = [...diagnostics, ...(checked.diagnostics.get(name) ?? []), ...own];
      return { name, source, diagnostics: lint === 'all' ? all : all.filter(({ severity }) => severity === 'error') };
    });
    const met = isMeasured ? await this.costs.met(organizationId, checked.rules, new Date()) : notMet;
    const isOne = files.length === 1;
    const diagnostics = found.flatMap(({ name, source, diagnostics: of }) =>
      shownDiagnostics(of, source, name).map((each) => (isOne ? each : { ...each, file: name })),
    );
    return {
      valid: diagnostics.every(({ severity }) => severity !== 'error'),
      diagnostics,
      ...aboutRules(checked, { isOne, budget, met }),
      ...('form' in asked && { source: files[0]!.source }),
      ...(fix && { fixed: fixedTexts(found) }),
    };
  }

  private async lists(organizationId: string, files: readonly ReadFile[], shared: LibraryNames): Promise<Lists> {
    const found: Record<string, Lists[string]> = {};
    for (const { file } of [...files, shared])
      Object.assign(found, await resolveLists(this.database.of(organizationId), organizationId, file, {}));
    return found;
  }
}

interface Surroundings {
  readonly shared: LibraryNames;
  readonly matrices: readonly RiskMatrix[];
  readonly lists: Lists;
}

const checkAll = (files: readonly ReadFile[], { shared, matrices, lists }: Surroundings): SetCheckResult =>
  checkFiles(
    [
      { name: 'shared names', file: shared.file, shared: true },
      ...files.map(({ name, file, source }) => ({ name, file, source })),
    ],
    {
      ...checkSurroundings,
      findList: (reference) => (Object.hasOwn(lists, reference) ? lists[reference]! : null),
      findMatrix: (key) => {
        const matrix = matrixOfKey(matrices, key, {});
        return matrix && checkedMatrix(matrix).targets;
      },
      parameterValues: parameterValues(shared),
      deadTriggers: (key) => deadTriggers(matrixOfKey(matrices, key, {})),
    },
  );

/** A form as the one file it is; what cannot be read is a finding here, not an error. */
function formAsFile(
  form: RuleParts,
  shared: LibraryNames,
): readonly NamedSource[] | { readonly diagnostics: readonly Diagnostic[] } {
  try {
    const { source, form: written } = textOfForm(form, shared);
    return [{ name: written.key, source }];
  } catch (error) {
    const diagnostics = error instanceof ApiError ? error.members?.['diagnostics'] : undefined;
    if (!Array.isArray(diagnostics)) throw error;
    return { diagnostics: diagnostics as Diagnostic[] };
  }
}

const notMet: MetCost = { busiestKeyRows: null, tooManyRowsShare: null };

const invalidForm = (diagnostics: readonly Diagnostic[], budget: number): Validation => ({
  valid: false,
  diagnostics: shownDiagnostics(diagnostics, '', 'rule'),
  cost: { total: 0, budget, matrixTotal: 0, dearest: [], scanCap: maxWindowRows, ...notMet },
  fieldsUsed: [],
  unknownable: [],
  rules: [],
});

function aboutRules(
  { rules, cost }: SetCheckResult,
  { isOne, budget, met }: { readonly isOne: boolean; readonly budget: number; readonly met: MetCost },
): Pick<Validation, 'cost' | 'fieldsUsed' | 'unknownable' | 'rules'> {
  return {
    cost: {
      total: cost.total,
      budget,
      matrixTotal: Math.max(0, ...cost.matrices.values()),
      dearest: dearestTerms(rules),
      scanCap: maxWindowRows,
      ...met,
    },
    fieldsUsed: fieldsUsed(rules),
    unknownable: [...new Set(rules.flatMap(({ unknownable }) => unknownable))].sort().map((path) => ({ path })),
    rules: rules.map(({ key, name, declaration, cost: own, file }) => ({
      key,
      name,
      range: declaration.range,
      cost: own,
      ...(isOne ? {} : { file }),
    })),
  };
}

type Found = NamedSource & { readonly diagnostics: readonly Diagnostic[] };

function fixedTexts(found: readonly Found[]): string | Readonly<Record<string, string>> {
  const texts = found.map(
    ({ name, source, diagnostics }) => [name, applyFixes(source, diagnostics)?.text ?? source] as const,
  );
  return texts.length === 1 ? texts[0]![1] : Object.fromEntries(texts);
}

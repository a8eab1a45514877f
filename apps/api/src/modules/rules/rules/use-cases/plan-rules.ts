import { Injectable } from '@nestjs/common';
import { readRules } from '@tamis/lang';

import type { Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase } from '../../../../platform/database/index.js';
import { readPointer } from '../../../decisions/rule-sets/index.js';
import { matrixTextOf, type MatrixTextOf } from '../domain/matrix-texts.js';
import type { PlannedChange } from '../domain/rule-plan.js';
import { ruleLimits } from '../domain/rule-limits.js';
import { type NamedSource, printedDeclaration } from '../domain/rules-in-files.js';
import { hasErrors, shownDiagnostics, type ShownDiagnostic } from '../domain/shown-diagnostics.js';
import { textOfSource } from '../domain/write-text.js';
import { insertPlan } from '../persistence/rule-plans.js';
import { checkText, unbound } from './check-text.js';
import { plannedRules, type PlannedRules } from './planned-rules.js';
import { testEvidence } from './test-evidence.js';
import { ValidateRules } from './validate-rules.js';

export interface RulesPlan {
  /** Null: the files have errors, and nothing can be applied. */
  readonly planId: string | null;
  readonly basedOn: string | null;
  readonly changes: readonly PlannedChange[];
  readonly diagnostics: readonly (ShownDiagnostic & { readonly file?: string })[];
  /** Of the rules that would change. */
  readonly tests: { readonly passed: number; readonly failed: number };
}

const hourMs = 3_600_000;

/** `POST /rules/plan`: what files would change; nothing is stored but the plan. */
@Injectable()
export class PlanRules {
  constructor(
    private readonly database: TenantDatabase,
    private readonly validating: ValidateRules,
  ) {}

  async run(
    { organizationId, actor }: Principal,
    { files, prune }: { readonly files: readonly NamedSource[]; readonly prune: boolean },
    now: Date,
  ): Promise<RulesPlan> {
    const client = this.database.of(organizationId);
    const basedOn = (await readPointer(client, organizationId))?.version ?? null;
    const unreadable = syntaxErrors(files);
    const none = { planId: null, basedOn, changes: [], tests: { passed: 0, failed: 0 } };
    if (unreadable.length > 0) return { ...none, diagnostics: unreadable };
    const planned = await plannedRules(client, organizationId, { files, prune });
    const { changes, shared } = planned;
    const { diagnostics } = await this.validating.run(organizationId, planned, { lint: 'all', fix: false, shared });
    if (hasErrors(diagnostics)) return { ...none, changes, diagnostics };
    const tests = await this.tests(organizationId, planned);
    const planId = newId(now.getTime());
    const expiresAt = new Date(now.getTime() + ruleLimits.planHours * hourMs);
    const plan = { id: planId, basedOn, files, prune, changes, createdBy: actor.id, createdAt: now, expiresAt };
    await this.database.transaction(organizationId, (inside) => insertPlan(inside, organizationId, plan));
    return { planId, basedOn, changes, diagnostics, tests };
  }

  private async tests(
    organizationId: string,
    { rules, shared, matrices: storedMatrices, changedMatrices }: PlannedRules,
  ): Promise<RulesPlan['tests']> {
    const client = this.database.of(organizationId);
    const storedText = matrixTextOf(storedMatrices);
    const textOf: MatrixTextOf = (key) => {
      const wanted = changedMatrices.get(key);
      return wanted ? printedDeclaration(wanted.declaration) : storedText(key);
    };
    const changed = rules.filter(({ change }) => change === 'create' || change === 'update');
    const total = { passed: 0, failed: 0 };
    for (const { source, stored: before } of changed) {
      const written = textOfSource(source!, {}, { shared, before: before?.text.form ?? null });
      const bound = before?.text ?? unbound;
      const { text } = await checkText(client, organizationId, { written, shared, bound });
      const matrices = {
        ...Object.fromEntries([...changedMatrices.keys()].map((key) => [key, key])),
        ...text.matrices,
      };
      for (const { passed, failed } of (await testEvidence([{ text: { ...text, matrices } }], textOf)).values()) {
        total.passed += passed.length;
        total.failed += failed.length;
      }
    }
    return total;
  }
}

const syntaxErrors = (files: readonly NamedSource[]): RulesPlan['diagnostics'] =>
  files.flatMap(({ name, source }) => {
    const errors = readRules(source).diagnostics.filter(({ severity }) => severity === 'error');
    return shownDiagnostics(errors, source, name).map((each) => ({ ...each, file: name }));
  });

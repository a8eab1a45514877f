import { Injectable } from '@nestjs/common';
import { readRules } from '@tamis/lang';

import { findNewestEntries, type NewestEntry } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { databaseTime, newId, type Queryable, TenantDatabase } from '../../../../platform/database/index.js';
import { readPointer } from '../../../decisions/rule-sets/index.js';
import { matrixTextLookup, type MatrixTextLookup } from '../domain/matrix-texts.js';
import type { PlannedChange } from '../domain/rule-plan.js';
import { ruleLimits } from '../domain/rule-limits.js';
import { type NamedSource, printDeclaration, withTexts } from '../domain/rules-in-files.js';
import { hasErrors, withFrames, type DiagnosticWithFrame } from '../domain/diagnostic-frames.js';
import { textFromSource } from '../domain/write-text.js';
import { insertPlan } from '../persistence/rule-plans.js';
import { checkText, noBindings } from './check-text.js';
import { computePlan, type PlannedRules } from './compute-plan.js';
import { mapInTurns } from './in-turns.js';
import { testEvidence } from './test-evidence.js';
import { ValidateRules } from './validate-rules.js';

/** A planned change with the author of the stored text that it replaces; `null` if it replaces none. */
export interface AttributedChange extends PlannedChange {
  readonly changedBy: string | null;
  readonly changedAt: string | null;
}

export interface RulesPlan {
  /** `null` if the files have errors and cannot be applied. */
  readonly planId: string | null;
  readonly basedOn: string | null;
  readonly changes: readonly AttributedChange[];
  readonly diagnostics: readonly (DiagnosticWithFrame & { readonly file?: string })[];
  /** Tests of the rules that would change. */
  readonly tests: { readonly passed: number; readonly failed: number };
}

const hourMs = 3_600_000;

/** `POST /rules/plan`: returns what files would change. Only the plan is stored. */
@Injectable()
export class PlanRules {
  constructor(
    private readonly database: TenantDatabase,
    private readonly validateRules: ValidateRules,
  ) {}

  async plan(
    { organizationId, actor }: Principal,
    { files, prune }: { readonly files: readonly NamedSource[]; readonly prune: boolean },
    now: Date,
  ): Promise<RulesPlan> {
    const client = this.database.forOrganization(organizationId);
    const basedOn = (await readPointer(client, organizationId))?.version ?? null;
    const read = await mapInTurns(files, (file) => ({ ...file, ...readRules(file.source) }));
    const unreadable = read.flatMap(syntaxErrors);
    const none = { planId: null, basedOn, changes: [], tests: { passed: 0, failed: 0 } };
    if (unreadable.length > 0) return { ...none, diagnostics: unreadable };
    const planned = await computePlan(client, organizationId, { files: await mapInTurns(read, withTexts), prune });
    const { shared } = planned;
    const changes = await withAuthors(client, organizationId, planned);
    const { diagnostics } = await this.validateRules.validate(organizationId, planned, {
      lint: 'all',
      fix: false,
      ownNames: true,
      shared,
    });
    if (hasErrors(diagnostics)) return { ...none, changes, diagnostics };
    const tests = await this.runTests(organizationId, planned);
    const planId = newId(now.getTime());
    const expiresAt = new Date((await databaseTime(client)).getTime() + ruleLimits.planHours * hourMs);
    const plan = {
      id: planId,
      basedOn,
      files,
      prune,
      changes: planned.changes,
      createdBy: actor.id,
      createdAt: now,
      expiresAt,
    };
    await this.database.transaction(organizationId, (inside) => insertPlan(inside, organizationId, plan));
    return { planId, basedOn, changes, diagnostics, tests };
  }

  private async runTests(
    organizationId: string,
    { rules, shared, matrices: storedMatrices, changedMatrices }: PlannedRules,
  ): Promise<RulesPlan['tests']> {
    const client = this.database.forOrganization(organizationId);
    const storedText = matrixTextLookup(storedMatrices);
    const textOf: MatrixTextLookup = (key) => {
      const wanted = changedMatrices.get(key);
      return wanted ? printDeclaration(wanted.declaration) : storedText(key);
    };
    const changed = rules.filter(({ change }) => change === 'create' || change === 'update');
    const total = { passed: 0, failed: 0 };
    for (const { source, stored: before } of changed) {
      const written = textFromSource(source!, {}, { shared, before: before?.text.form ?? null });
      const bound = before?.text ?? noBindings;
      const { text } = await checkText(client, organizationId, { written, shared, bound });
      const matrices = {
        ...Object.fromEntries([...changedMatrices.keys()].map((key) => [key, key])),
        ...text.matrices,
      };
      for (const { passed, failed } of (
        await testEvidence([{ text: { ...text, matrices } }], textOf, shared)
      ).values()) {
        total.passed += passed.length;
        total.failed += failed.length;
      }
    }
    return total;
  }
}

/** Adds who last changed each text that would be replaced, and when. */
async function withAuthors(
  client: Queryable,
  organizationId: string,
  { rules, changedMatrices, changes }: PlannedRules,
): Promise<readonly AttributedChange[]> {
  const replaced = changes.filter(({ change }) => change === 'update' || change === 'archive');
  const ruleIds = new Map(rules.map(({ key, stored }) => [key, stored?.id]));
  const ids = new Map<PlannedChange, string>();
  for (const each of replaced) {
    const { kind, key } = each;
    if (kind === 'name') ids.set(each, organizationId);
    else if (kind === 'matrix') ids.set(each, changedMatrices.get(key)!.stored!.id);
    else ids.set(each, ruleIds.get(key)!);
  }
  const found = new Map<string, NewestEntry>();
  for (const { kind, type, events, changed } of auditedTexts) {
    const asked = new Set(replaced.flatMap((each) => (each.kind === kind ? [ids.get(each)!] : [])));
    if (asked.size === 0) continue;
    for (const entry of await findNewestEntries(client, organizationId, { type, ids: [...asked], events, changed }))
      found.set(entry.resourceId, entry);
  }
  return changes.map((each) => {
    const entry = found.get(ids.get(each) ?? '');
    return { ...each, changedBy: entry?.actorName ?? null, changedAt: entry?.at ?? null };
  });
}

/** The audit entries that tell who changed a text. */
const auditedTexts = [
  {
    kind: undefined,
    type: 'rule',
    events: ['rule_created', 'rule_updated', 'rule_status_changed'],
    changed: 'source',
  },
  { kind: 'matrix', type: 'risk_matrix', events: ['risk_matrix_created', 'risk_matrix_updated'], changed: null },
  { kind: 'name', type: 'rule_library', events: ['rule_library_updated'], changed: 'source' },
] as const;

function syntaxErrors({
  name,
  source,
  diagnostics,
}: NamedSource & ReturnType<typeof readRules>): RulesPlan['diagnostics'] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return withFrames(errors, source, name).map((each) => ({ ...each, file: name }));
}

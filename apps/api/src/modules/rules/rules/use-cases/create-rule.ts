import { Injectable } from '@nestjs/common';
import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { invalid } from '../../../../platform/http/index.js';
import { checkListAdditions } from '../domain/check-list-additions.js';
import { pickRuleForm, type PartialRuleForm } from '../domain/partial-rule-form.js';
import { ruleCreated } from '../domain/rule-audit.js';
import type { Rule } from '../domain/rule.js';
import type { LibraryNames } from '../domain/library-names.js';
import { withFrames, type DiagnosticWithFrame } from '../domain/diagnostic-frames.js';
import { textFromForm, textFromSource, type RuleTextForms } from '../domain/write-text.js';
import type { CreateRuleBody } from '../dto/rule.bodies.js';
import { insertRule } from '../persistence/rule-store.js';
import { readLibraryNames } from '../persistence/library-names-store.js';
import { toDuplicateRuleError } from './to-duplicate-rule-error.js';
import { resolveMatrixKeys } from './resolve-matrices.js';
import { checkText, noBindings, type CheckedText } from './check-text.js';
import { spellLists } from './spell-lists.js';
import { newRule } from './new-rule.js';
import { ReviewRules } from './review-rules.js';

/** Findings of the linter for a rule, which never prevent it from being stored. */
interface RuleReview {
  readonly status: 'completed';
  readonly verdict: 'ok' | 'warnings' | 'errors';
  readonly findings: readonly DiagnosticWithFrame[];
  readonly reviewedAt: string;
}

function reviewOf(findings: readonly DiagnosticWithFrame[], now: Date): RuleReview {
  const has = (severity: string): boolean => findings.some((finding) => finding.severity === severity);
  const verdict = has('error') ? 'errors' : has('warning') ? 'warnings' : 'ok';
  return { status: 'completed', verdict, findings, reviewedAt: now.toISOString() };
}

export interface CreatedRule {
  readonly rule: Rule;
  readonly review: RuleReview;
}

/** `POST /rules`: stores a rule as in progress and disabled, regardless of its body. */
@Injectable()
export class CreateRule {
  constructor(
    private readonly database: TenantDatabase,
    private readonly reviews: ReviewRules,
  ) {}

  async create(principal: Principal, body: CreateRuleBody, now: Date): Promise<CreatedRule> {
    const { organizationId } = principal;
    const client = this.database.forOrganization(organizationId);
    const shared = await readLibraryNames(client, organizationId);
    const source = body.source ?? null;
    const sent = pickRuleForm({ ...body }, await resolveMatrixKeys(client, organizationId, body, {}));
    const parts =
      source === null ? sent : await spellLists(client, organizationId, sent, { source, shared, bound: noBindings });
    const written = textFromRequest(source, parts, shared);
    const checked = checkListAdditions(await checkText(client, organizationId, { written, shared, bound: noBindings }));
    const { text } = checked;
    const rule: Rule = {
      ...newRule({ organizationId, text, by: principal.actor.id }, now),
      externalId: body.externalId ?? null,
      ...(body.creationProvenance && { provenance: body.creationProvenance }),
    };
    try {
      await this.database.transaction(principal.organizationId, async (client) => {
        await insertRule(client, rule);
        await recordAudit(client, byPrincipal(principal), [ruleCreated(rule)]);
      });
    } catch (error) {
      throw toDuplicateRuleError(error);
    }
    return { rule, review: await this.review(organizationId, checked, now) };
  }

  private async review(organizationId: string, checked: CheckedText, now: Date): Promise<RuleReview> {
    const { text, rule, matrices, diagnostics } = checked;
    const found = rule && (await this.reviews.findings(organizationId, [rule], matrices)).get(rule);
    const all = [...diagnostics, ...(found ?? [])];
    return reviewOf(withFrames(all, text.source, text.form.key), now);
  }
}

function textFromRequest(source: string | null, parts: PartialRuleForm, shared: LibraryNames): RuleTextForms {
  if (source !== null) return textFromSource(source, parts, { shared, before: null });
  if (parts.conditions == null) throw invalid({ source: 'source is required, or conditions and actions instead' });
  if (parts.name == null) throw invalid({ name: 'name is required' });
  return textFromForm(parts, shared);
}

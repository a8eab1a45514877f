import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../platform/auth/index.js';
import { newId, TenantDatabase } from '../../../platform/database/index.js';
import { invalid } from '../../../platform/http/index.js';
import { detailsOf, refuseLaterFields } from '../domain/detail-fields.js';
import { rulePartsOf, type RuleParts } from '../domain/rule-parts.js';
import { reviewOf, type RuleReview } from '../domain/rule-review.js';
import type { Rule } from '../domain/rule.js';
import { shownDiagnostics } from '../domain/shown-diagnostics.js';
import { textOfForm, textOfSource, type WrittenText } from '../domain/write-text.js';
import type { CreateRuleBody } from '../http/create-rule.body.js';
import { insertRule } from '../persistence/rule-store.js';
import { asDuplicate } from './as-duplicate.js';
import { checkText } from './check-text.js';

export interface CreatedRule {
  readonly rule: Rule;
  readonly review: RuleReview;
}

/** `POST /rules`: stores a rule, in progress and disabled, whatever its body says about that. */
@Injectable()
export class CreateRule {
  constructor(private readonly database: TenantDatabase) {}

  /** `meta`: the JSON text of that member, where the body has it. */
  async run(principal: Principal, body: CreateRuleBody, meta: string | undefined, now: Date): Promise<CreatedRule> {
    refuseLaterFields(body);
    const details = detailsOf(body, meta, null);
    const written = writtenText(body.source ?? null, rulePartsOf({ ...body }));
    const { text, diagnostics } = await checkText(
      this.database.of(principal.organizationId),
      principal.organizationId,
      written,
      {},
    );
    const rule: Rule = {
      organizationId: principal.organizationId,
      id: newId(now.getTime()),
      ...details,
      status: 'in_progress',
      enabled: false,
      version: 1,
      versionId: newId(now.getTime()),
      previousVersionId: null,
      activeVersion: null,
      shadowVersion: null,
      text,
      reason: null,
      provenance: body.creationProvenance ?? { origin: 'api' },
      createdBy: principal.apiKeyId,
      createdAt: now,
      updatedBy: principal.apiKeyId,
      updatedAt: now,
    };
    try {
      await this.database.transaction(principal.organizationId, (client) => insertRule(client, rule));
    } catch (error) {
      throw asDuplicate(error);
    }
    return { rule, review: reviewOf(shownDiagnostics(diagnostics, text.source, text.form.key), now) };
  }
}

function writtenText(source: string | null, parts: RuleParts): WrittenText {
  if (source !== null) return textOfSource(source, parts);
  if (parts.conditions == null) throw invalid({ source: 'source is required, or conditions and actions in its place' });
  if (parts.name == null) throw invalid({ name: 'name is required' });
  return textOfForm(parts);
}

import { Injectable, Logger } from '@nestjs/common';

import { InjectPgPool, inTransaction, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { PeriodicTask, PeriodicJob } from '../../../../platform/periodic-task.js';

import { findOrganizationsWithRules } from '../../../decisions/rule-sets/index.js';
import { findRunningRules, GetRule, type Rule, RuleVersions } from '../../../rules/rules/index.js';
import type { Drift } from '../domain/drift.js';
import { swapDriftStatus } from '../persistence/drift-store.js';
import { MeasureDrift } from './measure-drift.js';

/** Reports once when a rule or its inputs have drifted. Checks every active rule several times a day, and whenever its drift is read. */
@Injectable()
export class WatchDrift extends PeriodicJob {
  private readonly logger = new Logger('rule drift');
  protected override readonly task = new PeriodicTask('rule drift', 'checking drift failed', limits.driftCheckMs, () =>
    this.checkAll(new Date()),
  );

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
    private readonly measureDrift: MeasureDrift,
    private readonly rules: GetRule,
    private readonly versions: RuleVersions,
  ) {
    super();
  }

  /** `GET /rules/{id}/drift`. */
  async read(organizationId: string, ruleId: string, now: Date): Promise<Drift> {
    const newest = await this.rules.find(organizationId, ruleId);
    // The parent is notified about drift in its own data; nobody in a child waits for news about the rule.
    if ('rule' in newest) return this.measureDrift.measure({ ...newest.rule, organizationId }, now);
    const version = newest.activeVersion ?? newest.shadowVersion ?? newest.version;
    const { text } = version === newest.version ? newest : await this.versions.get(organizationId, ruleId, version);
    return this.checkRule({ ...newest, text }, now);
  }

  /** Checks every active rule. */
  async checkAll(now: Date): Promise<void> {
    for (const organizationId of await inTransaction(this.pool, null, findOrganizationsWithRules)) {
      const running = await findRunningRules(this.database.forOrganization(organizationId), organizationId);
      for (const rule of running.filter(({ status }) => status === 'active')) {
        if (this.task.isStopped) return;
        await this.checkRule(rule, now).catch((error: unknown) => {
          this.logger.warn(`checking drift of the rule ${rule.id} failed: ${String(error)}`);
        });
      }
    }
  }

  private async checkRule(rule: Rule, now: Date): Promise<Drift> {
    const drift = await this.measureDrift.measure(rule, now);
    const { organizationId, id: ruleId, activeVersion: version } = rule;
    // Nobody is notified about a rule that does not decide.
    if (version === null) return drift;
    await this.database.transaction(organizationId, async (client) => {
      const before = await swapDriftStatus(client, organizationId, { ruleId, version, status: drift.status, at: now });
      if (drift.status !== 'drifted' || before === 'drifted') return;
      const { key, name } = rule.text.form;
      const payload = { ruleId, rule: { id: ruleId, key, name, status: rule.status, version }, ...drift };
      await writeEvents(client, [{ organizationId, event: 'rule.drift_detected', payload }]);
    });
    return drift;
  }
}

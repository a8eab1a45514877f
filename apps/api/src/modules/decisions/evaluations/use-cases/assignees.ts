import type { SettingsJson } from '@tamis/lang';
import { isUUID } from 'class-validator';

import type { TransactionClient } from '../../../../platform/database/index.js';
import { assigneeExists } from '../../../casework/alerts/index.js';
import { type EffectOrigin, ruleOrigin, skippedJson } from '../domain/effect-origin.js';
import type { EffectOf, EffectReport } from '../domain/effect-report.js';

type Assignee = EffectOf<'assign'>['to'];

/** The members of an alert or case that say who is to look at it. */
interface AssignedTo {
  readonly assignedTo: string | null;
  readonly assignedToType: Assignee['type'] | null;
}

/** Who gets the alerts and cases of one run. */
export class Assignees {
  private readonly known = new Map<string, boolean>();
  private run: Assignee | null = null;

  constructor(
    private readonly client: TransactionClient,
    private readonly organizationId: string,
    private readonly report: EffectReport,
  ) {}

  /** Of those whom rules name the first who exists, in the order of effects: the highest priority, then the oldest rule. */
  async ofRun(effects: readonly EffectOf<'assign'>[]): Promise<Assignee | null> {
    for (const effect of effects) {
      const origin = ruleOrigin(effect);
      if (this.run) this.report.skipped.push(skippedJson(origin, 'duplicate'));
      else if (await this.exists(effect.to, origin)) this.run = effect.to;
    }
    return this.run;
  }

  /** Whom its own settings name; else whom the run is assigned to. */
  async of(settings: SettingsJson | undefined, origin: EffectOrigin): Promise<AssignedTo> {
    const id = settings?.['assignedTo'];
    const own =
      typeof id === 'string'
        ? ({ type: settings?.['assignedToType'] === 'team' ? 'team' : 'user', id } as const)
        : null;
    const to = own && (await this.exists(own, origin)) ? own : this.run;
    return { assignedTo: to?.id ?? null, assignedToType: to?.type ?? null };
  }

  private async exists({ type, id }: Assignee, origin: EffectOrigin): Promise<boolean> {
    const key = `${type} ${id}`;
    const exists = this.known.get(key) ?? (isUUID(id) && (await this.isThere(type, id)));
    this.known.set(key, exists);
    if (!exists) {
      const message = type === 'user' ? 'there is no such active member' : 'a team is named by its id';
      this.report.failures.push({ origin, code: 'ASSIGNEE_NOT_FOUND', message });
    }
    return exists;
  }

  private isThere(assignedToType: Assignee['type'], assignedTo: string): Promise<boolean> {
    return assigneeExists(this.client, this.organizationId, { assignedTo, assignedToType });
  }
}

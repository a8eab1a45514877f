import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import type { Page, PageQuery } from '../../../../platform/http/index.js';
import { ExecutionStatusPort, ReadAutomations } from '../../definitions/index.js';
import {
  findNewestStatuses,
  findSteps,
  listExecutions,
  type ShownExecution,
  type ShownStep,
} from '../persistence/execution-store.js';

export interface ExecutionWithSteps extends ShownExecution {
  readonly steps: readonly ShownStep[];
}

@Injectable()
export class ReadExecutions {
  constructor(
    private readonly database: TenantDatabase,
    private readonly automations: ReadAutomations,
  ) {}

  /** Lists executions, newest first. Throws 404, and 400 for invalid paging parameters. */
  async list(
    organizationId: string,
    automationId: string,
    query: PageQuery & { readonly status?: string | undefined },
  ): Promise<Page<ExecutionWithSteps>> {
    await this.automations.get(organizationId, automationId);
    const client = this.database.forOrganization(organizationId);
    const page = await listExecutions(client, organizationId, automationId, query);
    const steps = await findSteps(
      client,
      organizationId,
      page.rows.map(({ id }) => id),
    );
    const rows = page.rows.map((row) => ({ ...row, steps: steps.filter(({ executionId }) => executionId === row.id) }));
    return { ...page, rows };
  }
}

/** Provides what definitions show about executions. */
@Injectable()
export class NewestExecutions extends ExecutionStatusPort {
  constructor(private readonly database: TenantDatabase) {
    super();
  }

  newest(organizationId: string, automationIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return findNewestStatuses(this.database.forOrganization(organizationId), organizationId, automationIds);
  }
}

import { Injectable } from '@nestjs/common';

import { hashToken, isToken } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, notFound } from '../../../../platform/http/index.js';
import { automationLimits, findAutomation, type JsonObject } from '../../definitions/index.js';
import { countLastMinute } from '../persistence/waiting-store.js';
import { BeginExecutions } from './begin-executions.js';

/** Starts an automation on an incoming call. */
@Injectable()
export class ReceiveHook {
  constructor(
    private readonly database: TenantDatabase,
    private readonly beginning: BeginExecutions,
  ) {}

  /** Receives a call. Throws 404 for a token that starts nothing, including that of a disabled automation, and 429. */
  async receive(token: string, data: JsonObject): Promise<string> {
    const named = readToken(token);
    if (!named) throw notFound('Hook');
    const { organizationId, automationId } = named;
    return this.database.transaction(organizationId, async (client) => {
      const automation = await findAutomation(client, organizationId, automationId, 'locked');
      const isKnown = automation?.hookHash?.equals(hashToken(token)) ?? false;
      if (!automation || !isKnown || !automation.enabled || automation.archivedAt !== null) throw notFound('Hook');
      const most = automationLimits.hookRequestsPerMinute;
      if ((await countLastMinute(client, organizationId, automationId)) >= most)
        throw new ApiError('RATE_LIMIT_EXCEEDED', `A hook accepts at most ${most} requests a minute`);
      const id = newId();
      const { version, enabledBy: actsFor } = automation;
      const trigger = { type: 'webhook_received' } as const;
      const begun = { id, automationId, version, eventKey: id, trigger, data: JSON.stringify(data), actsFor };
      await this.beginning.begin(client, organizationId, [{ ...begun, chain: [], stopped: null }]);
      return id;
    });
  }
}

/** Returns the hook that a token belongs to, as stated in it; `null` if it is not a hook token. */
export function readToken(token: string): { readonly organizationId: string; readonly automationId: string } | null {
  const [named = '', secret = ''] = token.split('.');
  const hex = Buffer.from(named, 'base64url').toString('hex');
  if (hex.length !== 64 || !isToken(secret)) return null;
  const uuid = (part: string): string => part.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { organizationId: uuid(hex.slice(0, 32)), automationId: uuid(hex.slice(32)) };
}

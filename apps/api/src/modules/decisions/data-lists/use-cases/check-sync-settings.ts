import { Injectable } from '@nestjs/common';

import { assertPermission, type Principal } from '../../../../platform/auth/index.js';
import { Egress } from '../../../../platform/egress/index.js';
import { invalid } from '../../../../platform/http/index.js';
import { readSyncSettings, type SyncSettings } from '../domain/sync-settings.js';

export interface StoredSettings {
  /** JSON texts. */
  readonly config: string;
  readonly fieldMappings: string;
}

/** Whether a list can be synced by settings, and whether who sends them may have it so. */
@Injectable()
export class CheckSyncSettings {
  constructor(private readonly egress: Egress) {}

  /**
   * Null: nothing is to be synced, unless somebody asks for it (`isAsked`). Throws 400 `VALIDATION_ERROR`, and 403 for who may not import items, which is what a sync does.
   */
  read(principal: Principal, sent: StoredSettings, isAsked = false): SyncSettings | null {
    const settings = readSyncSettings(sent.config, sent.fieldMappings, isAsked);
    if (!settings.ok) throw invalid(settings.error);
    if (settings.value === null) return null;
    assertPermission(principal, 'data_lists:bulk_import');
    const problem = this.egress.urlProblem(settings.value.url, '/list.csv');
    if (problem !== null) throw invalid({ 'config.externalUrl': problem });
    return settings.value;
  }
}

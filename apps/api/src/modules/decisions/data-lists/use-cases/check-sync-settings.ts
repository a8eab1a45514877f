import { Injectable } from '@nestjs/common';

import { assertPermission, type Principal } from '../../../../platform/auth/index.js';
import { Egress } from '../../../../platform/egress/index.js';
import { invalid } from '../../../../platform/http/index.js';
import { readSyncSettings, type SyncSettings } from '../domain/sync-settings.js';

export interface StoredSettings {
  /** JSON text. */
  readonly config: string;
  readonly fieldMappings: string;
}

/** Checks whether a list can be synced with its settings, and whether the caller is allowed to set this up. */
@Injectable()
export class CheckSyncSettings {
  constructor(private readonly egress: Egress) {}

  /**
   * Returns `null` if nothing is to be synced, unless it was explicitly requested (`isAsked`). Throws 400 `VALIDATION_ERROR`, and 403 if
   * the caller may not import items, which is what a sync does.
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

import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';
import { isoCurrencies } from '@tamis/library';

import { byPrincipal, diffChanges, recordAudit } from '../../../../platform/audit/index.js';
import { hasPermission, type Principal, sharedRecordError } from '../../../../platform/auth/index.js';
import { TenantDatabase, type Queryable, type Transaction } from '../../../../platform/database/index.js';
import { ApiError, checkVersion, invalid, notFound } from '../../../../platform/http/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { recordedSecurityEvent } from '../../audit/index.js';
import { loosenedSettings, mergeSettings, type SettingsChange } from '../../organization-settings/index.js';
import type { Organization } from '../domain/organization.js';
import { RulePublication } from '../domain/rule-publication.js';
import { findOrganization, updateOrganization } from '../persistence/organization-store.js';
import { batchRowLimits } from '../domain/plan.js';

/** Returns the maximum number of rows in one part of a batch that the plan of the organization allows. */
export async function findBatchRowLimit(client: Queryable, organizationId: string): Promise<number> {
  const organization = await findOrganization(client, organizationId);
  return batchRowLimits[organization?.plan ?? 'free'];
}

export type OrganizationChange = Partial<
  Pick<
    Organization,
    | 'name'
    | 'countryCode'
    | 'language'
    | 'timezone'
    | 'baseCurrency'
    | 'reportingCurrencies'
    | 'currencyCodes'
    | 'rateMaxAgeDays'
  >
> & { readonly settings?: SettingsChange };

const auditedFields = [
  'name',
  'countryCode',
  'language',
  'timezone',
  'baseCurrency',
  'reportingCurrencies',
  'currencyCodes',
  'rateMaxAgeDays',
  'settings',
] as const;

/** The result of a change; if it has an approval, nothing has changed, and it waits for a second person. */
export interface ChangedOrganization {
  readonly organization: Organization;
  readonly approval: object | null;
}

/** `PATCH /organizations/{id}`. */
@Injectable()
export class ChangeOrganization {
  constructor(
    private readonly database: TenantDatabase,
    private readonly rules: RulePublication,
  ) {}

  /**
   * A change that loosens the rule policy waits for a second person if that policy requires one. Throws 409 `VERSION_CONFLICT` unless the
   * organization has the given version, if there is one.
   */
  change(
    principal: Principal,
    id: string,
    change: OrganizationChange,
    ifVersion: number | undefined,
    now: Date,
  ): Promise<ChangedOrganization> {
    const { organizationId } = principal;
    if (id !== organizationId) throw notFound('Organization');
    return this.database.transaction(organizationId, async (client) => {
      await this.rules.lock(client, organizationId);
      const before = await requireOrganization(client, organizationId);
      checkVersion('The organization', before.version, ifVersion);
      const undo = await client.undoPoint();
      const organization = await applyOrganizationChange(client, principal, change, this.rules);
      const { requireSecondPerson } = before.settings.rulePolicy;
      const loosened = requireSecondPerson ? loosenedMembers(before, organization) : [];
      if (loosened.length === 0) return { organization, approval: null };
      await undo();
      const approval = await this.rules.requestApproval(client, principal, { change, loosened }, now);
      return { organization: before, approval };
    });
  }
}

async function requireOrganization(client: Queryable, organizationId: string): Promise<Organization> {
  const found = await findOrganization(client, organizationId, 'locked');
  if (!found) throw notFound('Organization');
  return found;
}

/** Returns the parts of a change that are part of every rule set. */
const changedMeanings = (before: Organization, after: Organization): readonly string[] => [
  ...(['timezone', 'baseCurrency'] as const).filter((name) => before[name] !== after[name]),
  ...(before.settings.numberFormat === after.settings.numberFormat ? [] : ['numberFormat']),
];

/** Returns the parts of a change that make requirements for rules weaker, or change the meaning of rules. */
const loosenedMembers = (before: Organization, after: Organization): readonly string[] => [
  ...loosenedSettings(before.settings, after.settings),
  ...changedMeanings(before, after),
  ...(after.rateMaxAgeDays > before.rateMaxAgeDays ? ['rateMaxAgeDays'] : []),
];

/** Does the same as `ChangeOrganization`, without requiring a second person. The caller holds `RulePublication.lock`. */
export async function applyOrganizationChange(
  client: Transaction,
  principal: Principal,
  change: OrganizationChange,
  rules: RulePublication,
): Promise<Organization> {
  const { organizationId: id } = principal;
  checkPermission(principal, change);
  const before = await requireOrganization(client, id);
  const { settings, ...fields } = change;
  if (before.environment === 'sandbox' && fields.name !== undefined && fields.name !== before.name)
    throw sharedRecordError('The name', before.pairedOrganizationId);
  const settingsAfter = mergeSettings(before.settings, settings ?? {});
  const after = { ...before, ...fields, settings: settingsAfter, version: before.version + 1 };
  checkCurrencies(before, after);
  const changes = diffChanges(before, after, auditedFields);
  if (Object.keys(changes).length === 0) return before;
  await updateOrganization(client, after);
  // They are part of the meaning of rules, so that the active rules are now a different set.
  if (changedMeanings(before, after).length > 0) await rules.publish(client, principal, null);
  const summary = `settings changed: ${Object.keys(changes).join(', ')}`;
  const entry = { event: 'organization_updated', resourceType: 'organization', resourceId: id, summary, changes };
  await writeEvents(client, [recordedSecurityEvent(principal, 'security.settings.updated', entry, new Date())]);
  await recordAudit(client, byPrincipal(principal), [entry]);
  return after;
}

/**
 * Throws 400 for a currency that is neither an ISO 4217 code nor the organization's own, including one that was just removed from its own.
 */
function checkCurrencies(before: Organization, after: Organization): void {
  if (isDeepStrictEqual(currenciesOf(before), currenciesOf(after))) return;
  const { baseCurrency, reportingCurrencies, currencyCodes } = after;
  const known: ReadonlySet<string> = new Set([...isoCurrencies, ...currencyCodes]);
  const unknown = reportingCurrencies.filter((code) => !known.has(code));
  const rule = 'neither in ISO 4217 nor in currencyCodes';
  const problems = {
    ...(!known.has(baseCurrency) && { baseCurrency: `${baseCurrency} is ${rule}` }),
    ...(unknown.length > 0 && { reportingCurrencies: `${unknown.join(', ')}: ${rule}` }),
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

const currenciesOf = ({ baseCurrency, reportingCurrencies, currencyCodes }: Organization) => ({
  ...{ baseCurrency, reportingCurrencies, currencyCodes },
});

function checkPermission({ scopes }: Principal, { timezone, baseCurrency, settings }: OrganizationChange): void {
  const { rulePolicy, numberFormat } = settings ?? {};
  const touchesRules = [timezone, baseCurrency, rulePolicy, numberFormat].some((each) => each !== undefined);
  if (!touchesRules || hasPermission(scopes, 'rules:publish')) return;
  const message = 'The request lacks the permission rules:publish, which is required to change the meaning of rules';
  throw new ApiError('FORBIDDEN', message, { requiredPermission: 'rules:publish' });
}

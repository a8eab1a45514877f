import { ApiProperty } from '@nestjs/swagger';
import { type NumberFormat, numberFormats } from '@tamis/lang';

import { Pagination } from '../../../../platform/http/index.js';
import { environments, type OrganizationEnvironment } from '../domain/account.js';
import {
  type BlockedParties,
  blockedPartyPolicies,
  type OrganizationSettings,
  type OwnershipRuleOfList,
  ownershipRules,
  type OwnershipRuleSetting,
  type RulePolicy,
} from '../../organization-settings/index.js';
import { type Organization, organizationStatuses, type OrganizationStatus } from '../domain/organization.js';
import { type Plan, plans } from '../domain/plan.js';

class RulePolicyDto implements RulePolicy {
  @ApiProperty() testsMustPass!: boolean;
  @ApiProperty() minTests!: number;
  @ApiProperty() requireDryRun!: boolean;
  @ApiProperty() dryRunMaxAgeDays!: number;
  @ApiProperty() maxRuleCost!: number;
  @ApiProperty() maxMatrixCost!: number;
  @ApiProperty() requireReason!: boolean;
  @ApiProperty() requireSecondPerson!: boolean;
  @ApiProperty() requireGuard!: boolean;
}

class OwnershipRuleOfListDto implements OwnershipRuleOfList {
  @ApiProperty() list!: string;
  @ApiProperty({ enum: ownershipRules, enumName: 'OwnershipRule' }) rule!: OwnershipRuleSetting;
}

class OrganizationSettingsDto implements OrganizationSettings {
  @ApiProperty() monitoringEnabled!: boolean;
  @ApiProperty() batchUploadEnabled!: boolean;
  @ApiProperty() bulkAutomaticImportEnabled!: boolean;
  @ApiProperty() rulesAfterEnrichment!: boolean;
  @ApiProperty({ enum: ['exact', 'relaxed'], enumName: 'WindowConsistency' }) windowConsistency!: 'exact' | 'relaxed';
  @ApiProperty({ enum: numberFormats, enumName: 'NumberFormat' }) numberFormat!: NumberFormat;
  @ApiProperty({ enum: blockedPartyPolicies, enumName: 'BlockedParties' }) blockedParties!: BlockedParties;
  @ApiProperty({ description: 'share from which an owner is a beneficial owner' }) beneficialOwnerPercent!: number;
  @ApiProperty({ enum: ownershipRules, enumName: 'OwnershipRule' }) ownershipRule!: OwnershipRuleSetting;
  @ApiProperty({ type: [OwnershipRuleOfListDto] }) ownershipRulesOfLists!: readonly OwnershipRuleOfList[];
  @ApiProperty() rulePolicy!: RulePolicyDto;
}

export class OrganizationDto implements Organization {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty() slug!: string;
  @ApiProperty({ enum: environments, enumName: 'OrganizationEnvironment' }) environment!: OrganizationEnvironment;
  @ApiProperty({ format: 'uuid' }) pairedOrganizationId!: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) parentOrganizationId!: string | null;
  @ApiProperty({ type: String, nullable: true }) countryCode!: string | null;
  @ApiProperty({ enum: plans, enumName: 'Plan' }) plan!: Plan;
  @ApiProperty() language!: string;
  @ApiProperty() timezone!: string;
  @ApiProperty() baseCurrency!: string;
  @ApiProperty({ type: [String] }) reportingCurrencies!: readonly string[];
  @ApiProperty({ type: [String] }) currencyCodes!: readonly string[];
  @ApiProperty() rateMaxAgeDays!: number;
  @ApiProperty() settings!: OrganizationSettingsDto;
  @ApiProperty({ enum: organizationStatuses, enumName: 'OrganizationStatus' }) status!: OrganizationStatus;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: '`null` if it does not expire; no plan of this server ends a sandbox',
  })
  sandboxExpiresAt!: null;
  @ApiProperty({ type: String, format: 'date-time' }) createdAt!: Date;
  @ApiProperty({ description: 'incremented by each change of the name or the settings' }) version!: number;
}

export class OrganizationAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() organization!: OrganizationDto;
}

/** The current organization, while a change to it waits for approval. */
export class OrganizationWithApprovalDto extends OrganizationAnswerDto {
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'As in `GET /rules/approvals`' })
  approval!: object;
}

export class OrganizationListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [OrganizationDto] }) organizations!: readonly OrganizationDto[];
}

export class OrganizationPageDto extends OrganizationListDto {
  @ApiProperty() pagination!: Pagination;
}

export class CreatedPairDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() production!: OrganizationDto;
  @ApiProperty() sandbox!: OrganizationDto;
}

export class ResetDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
}

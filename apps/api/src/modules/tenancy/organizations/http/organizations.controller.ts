import { Body, Controller, Get, HttpCode, Patch, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiCreatedResponse, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';
import { type NumberFormat, numberFormats } from '@tamis/lang';
import type { FastifyReply } from 'fastify';
import {
  CurrentPerson,
  CurrentPrincipal,
  Memberships,
  type Person,
  type Principal,
  RequirePermission,
  SessionRoute,
} from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import {
  ApiErrors,
  notFound,
  providedFields,
  UuidParam,
  BooleanField,
  CountryField,
  EnumField,
  IfVersionField,
  IntegerField,
  NameField,
  NestedArrayField,
  NestedField,
  NumberField,
  TextArrayField,
  TextField,
  TimeZoneField,
  BodyExample,
  PageQuery,
  Query,
  ChangeBody,
} from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import {
  type BlockedParties,
  blockedPartyPolicies,
  ownershipRules,
  type OwnershipRuleSetting,
} from '../../organization-settings/index.js';
import type { Organization } from '../domain/organization.js';
import { findChildren, findOrganization } from '../persistence/organization-store.js';
import { ChangeOrganization } from '../use-cases/change-organization.js';
import { CreateChild } from '../use-cases/create-child.js';
import { CreateOrganization } from '../use-cases/create-organization.js';
import { ResetSandbox } from '../use-cases/reset-sandbox.js';
import {
  CreatedPairDto,
  OrganizationAnswerDto,
  OrganizationListDto,
  OrganizationPageDto,
  OrganizationWithApprovalDto,
  ResetDto,
} from '../dto/organization.dto.js';
import { limits } from '../../../../platform/limits.js';

const currency = {
  max: 4,
  pattern: /^[A-Z0-9]{3,4}$/,
  patternMessage: '$property must be a currency code of 3 or 4 uppercase letters and digits',
};
const currencies = {
  maxText: currency.max,
  pattern: currency.pattern,
  patternMessage: `each of ${currency.patternMessage}`,
  unique: true,
} as const;

/** Body of `POST /organizations` and `POST /organizations/{id}/children`. */
class CreateOrganizationBody {
  @NameField({ required: true, max: limits.organizationNameCharacters }) name!: string;
  @CountryField({ required: true }) countryCode!: string;
}

@ChangeBody()
class RulePolicyBody {
  @BooleanField() testsMustPass?: boolean;
  @IntegerField({ min: 0, max: 1_000 }) minTests?: number;
  @BooleanField() requireDryRun?: boolean;
  @IntegerField({ min: 1, max: 365 }) dryRunMaxAgeDays?: number;
  @IntegerField({ min: 1, max: 1_000_000 }) maxRuleCost?: number;
  @IntegerField({ min: 1, max: 1_000_000 }) maxMatrixCost?: number;
  @BooleanField() requireReason?: boolean;
  @BooleanField() requireSecondPerson?: boolean;
  @BooleanField() requireGuard?: boolean;
}

class OwnershipRuleOfListBody {
  @TextField({
    ...{ required: true, max: limits.watchlistNameCharacters, description: 'code of a watchlist' },
    ...{ pattern: /^[a-z0-9_]+$/, patternMessage: '$property must be the code of a watchlist, such as un_sc' },
  })
  list!: string;
  @EnumField(ownershipRules, 'OwnershipRule', { required: true }) rule!: OwnershipRuleSetting;
}

@ChangeBody()
class OrganizationSettingsBody {
  @BooleanField() monitoringEnabled?: boolean;
  @BooleanField() batchUploadEnabled?: boolean;
  @BooleanField() bulkAutomaticImportEnabled?: boolean;
  @BooleanField() rulesAfterEnrichment?: boolean;
  @EnumField(['exact', 'relaxed'], 'WindowConsistency') windowConsistency?: 'exact' | 'relaxed';
  @EnumField(numberFormats, 'NumberFormat', {
    description: 'How numbers and amounts are written in texts of rules; also needs rules:publish',
  })
  numberFormat?: NumberFormat;
  @EnumField(blockedPartyPolicies, 'BlockedParties', {
    description: 'How a payment of a blocked, rejected or deleted party is handled: stored as `REJECT`, or refused',
  })
  blockedParties?: BlockedParties;
  @NumberField({
    min: 0.01,
    max: 100,
    description: 'Share of a company from which an owner is a beneficial owner',
  })
  beneficialOwnerPercent?: number;
  @EnumField(ownershipRules, 'OwnershipRule', {
    description: 'Total share of sanctioned owners from which a company counts as sanctioned when it owns others',
  })
  ownershipRule?: OwnershipRuleSetting;
  @NestedArrayField(() => OwnershipRuleOfListBody, {
    max: limits.ownershipRulesOfLists,
    unique: 'list',
    description: 'Lists with their own threshold; replaces the stored ones',
  })
  ownershipRulesOfLists?: OwnershipRuleOfListBody[];
  @NestedField(() => RulePolicyBody, { description: 'also needs rules:publish' }) rulePolicy?: RulePolicyBody;
}

/** Body of `PATCH /organizations/{id}`: absent fields stay unchanged. */
@ChangeBody()
class ChangeOrganizationBody {
  @NameField({ max: limits.organizationNameCharacters }) name?: string;
  @CountryField() countryCode?: string;
  @TextField({
    max: 35,
    pattern: /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/,
    patternMessage: '$property must be a language tag such as pt-BR',
  })
  language?: string;
  @TimeZoneField({ description: 'also needs rules:publish', example: 'America/Sao_Paulo' }) timezone?: string;
  @TextField({ ...currency, description: 'Of ISO 4217 or one of `currencyCodes`; also requires rules:publish' })
  baseCurrency?: string;
  @TextArrayField({ ...currencies, max: 5 }) reportingCurrencies?: string[];
  @TextArrayField({ ...currencies, max: 50 }) currencyCodes?: string[];
  @IntegerField({ min: 0, max: 365 }) rateMaxAgeDays?: number;
  @NestedField(() => OrganizationSettingsBody) settings?: OrganizationSettingsBody;
  @IfVersionField() ifVersion?: number;
}

const OrganizationId = (): ParameterDecorator => UuidParam('id', 'Organization');

@ApiTags('organizations')
@Controller('organizations')
export class OrganizationsController {
  constructor(
    private readonly database: TenantDatabase,
    private readonly changeOrganization: ChangeOrganization,
    private readonly createChild: CreateChild,
    private readonly createOrganization: CreateOrganization,
    private readonly memberships: Memberships,
    private readonly resetSandbox: ResetSandbox,
  ) {}

  /** Lists the organizations in which the caller may act: that of a key, or those of a person's memberships. */
  @Get()
  @ApiOperation({ summary: 'List the organizations of the account' })
  @RequirePermission('organization:read')
  @ApiOkResponse({ type: OrganizationListDto })
  async list(@CurrentPrincipal() principal: Principal): Promise<OrganizationListDto> {
    const { organizationId, actor } = principal;
    if (actor.type === 'api_key')
      return { success: true, organizations: [await this.requireOwnOrganization(principal, organizationId)] };
    const places = await this.memberships.listOrganizations(actor.id);
    const found = await Promise.all(places.map((place) => this.requireOwnOrganization(place, place.organizationId)));
    return { success: true, organizations: found };
  }

  /** Creates a production organization and its sandbox, owned by the person who makes the request. */
  @Post()
  @ApiOperation({ summary: 'Create a production organization and its sandbox' })
  @BodyExample({ name: 'Example Brazil', countryCode: 'BR' })
  @SessionRoute()
  @ApiErrors('VALIDATION_ERROR', 'CROSS_SITE_REQUEST', 'FORBIDDEN')
  @ApiCreatedResponse({ type: CreatedPairDto })
  async createPair(@CurrentPerson() person: Person, @PostBody() body: CreateOrganizationBody): Promise<CreatedPairDto> {
    const request = { name: body.name.trim(), countryCode: body.countryCode.toUpperCase() };
    return { success: true, ...(await this.createOrganization.create(person, request, new Date())) };
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read an organization' })
  @RequirePermission('organization:read')
  @ApiOkResponse({ type: OrganizationAnswerDto })
  async get(@CurrentPrincipal() principal: Principal, @OrganizationId() id: string): Promise<OrganizationAnswerDto> {
    return { success: true, organization: await this.requireOwnOrganization(principal, id) };
  }

  /**
   * `timezone`, `baseCurrency` and `settings.rulePolicy` also require `rules:publish`. With `requireSecondPerson`, a change that loosens
   * the policy waits for a second person (202, `GET /rules/approvals`); a change that tightens it takes effect immediately.
   */
  @Patch(':id')
  @ApiOperation({ summary: 'Update an organization and its settings' })
  @BodyExample({ baseCurrency: 'USD', timezone: 'America/Sao_Paulo', ifVersion: 1 })
  @RequirePermission('organization:edit')
  @ApiErrors('VALIDATION_ERROR', 'VERSION_CONFLICT')
  @ApiOkResponse({ type: OrganizationAnswerDto })
  @ApiAcceptedResponse({
    type: OrganizationWithApprovalDto,
    description: 'The change loosens the rule policy or changes the meaning of rules, and waits for a second person',
  })
  async change(
    @CurrentPrincipal() principal: Principal,
    @OrganizationId() id: string,
    @Body() body: ChangeOrganizationBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrganizationAnswerDto | OrganizationWithApprovalDto> {
    const { settings, countryCode, ifVersion, ...fields } = providedFields(body);
    const { rulePolicy, ...others } = providedFields(settings ?? {});
    const change = {
      ...fields,
      ...(countryCode !== undefined && { countryCode: countryCode.toUpperCase() }),
      ...(settings && { settings: { ...others, ...(rulePolicy && { rulePolicy: providedFields(rulePolicy) }) } }),
    };
    const now = new Date();
    const { organization, approval } = await this.changeOrganization.change(principal, id, change, ifVersion, now);
    if (!approval) return { success: true, organization };
    void reply.status(202);
    return { success: true, organization, approval };
  }

  @Get(':id/children')
  @ApiOperation({ summary: 'List child organizations' })
  @RequirePermission('organization:read')
  @ApiErrors('VALIDATION_ERROR', 'OFFSET_TOO_LARGE')
  @ApiOkResponse({ type: OrganizationPageDto })
  async children(
    @CurrentPrincipal() principal: Principal,
    @OrganizationId() id: string,
    @Query() query: PageQuery,
  ): Promise<OrganizationPageDto> {
    await this.requireOwnOrganization(principal, id);
    const client = this.database.forOrganization(principal.organizationId);
    const { rows: organizations, pagination } = await findChildren(client, id, query);
    return { success: true, organizations, pagination };
  }

  /** Creates a production organization and its sandbox as children of those of the caller. */
  @Post(':id/children')
  @ApiOperation({ summary: 'Create a child organization' })
  @BodyExample({ name: 'Example Chile', countryCode: 'CL' })
  @RequirePermission('organization:edit')
  @ApiErrors('VALIDATION_ERROR', 'DUPLICATE_NAME', 'ORGANIZATION_LIMIT_REACHED')
  @ApiCreatedResponse({ type: CreatedPairDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @OrganizationId() id: string,
    @PostBody() body: CreateOrganizationBody,
  ): Promise<CreatedPairDto> {
    const request = { name: body.name.trim(), countryCode: body.countryCode.toUpperCase() };
    return { success: true, ...(await this.createChild.create(principal, id, request, new Date())) };
  }

  /** Removes everything that was sent to or created in a sandbox; keys and members are kept. */
  @Post(':id/reset')
  @ApiOperation({ summary: 'Empty a sandbox' })
  @HttpCode(200)
  @RequirePermission('organization:edit')
  @ApiErrors('VALIDATION_ERROR', 'NOT_A_SANDBOX')
  @ApiOkResponse({ type: ResetDto })
  async reset(@CurrentPrincipal() principal: Principal, @OrganizationId() id: string): Promise<ResetDto> {
    await this.resetSandbox.reset(principal, id);
    return { success: true, id };
  }

  private async requireOwnOrganization(
    { organizationId }: Pick<Principal, 'organizationId'>,
    id: string,
  ): Promise<Organization> {
    const found =
      id === organizationId ? await findOrganization(this.database.forOrganization(organizationId), id) : null;
    if (!found) throw notFound('Organization');
    return found;
  }
}

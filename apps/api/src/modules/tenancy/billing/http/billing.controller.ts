import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiErrors, BodyExample, invalid, notFound, providedFields, Query } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { limits } from '../../../../platform/limits.js';
import { readTokens } from '../domain/tokens.js';
import { BillingSettingsBody, TopUpBody } from '../dto/billing.bodies.js';
import {
  BalanceAnswerDto,
  BalanceDto,
  BillingSettingsAnswerDto,
  LedgerDto,
  TopUpAnswerDto,
  TopUpDto,
  TopUpListDto,
  UsageDto,
} from '../dto/billing.dto.js';
import { LedgerQuery, TopUpsQuery, UsageQuery } from '../dto/billing.queries.js';
import { type Account, findAccount, findEntries, findTopUps, sumUsage } from '../persistence/billing-store.js';
import { ChangeBillingSettings, settingsOf } from '../use-cases/change-settings.js';
import { RequestTopUp } from '../use-cases/request-top-up.js';

const dayMs = 86_400_000;

/** Charges of an organization for enrichments. Money is counted in whole cents of USD; a token is 100 of them. */
@ApiTags('billing')
@Controller('billing')
export class BillingController {
  constructor(
    private readonly database: TenantDatabase,
    private readonly topUps: RequestTopUp,
    private readonly settings: ChangeBillingSettings,
  ) {}

  @Get('balance')
  @ApiOperation({ summary: 'Read the balance' })
  @RequirePermission('billing:read')
  @ApiOkResponse({ type: BalanceAnswerDto })
  async balance(@CurrentPrincipal() { organizationId }: Principal): Promise<BalanceAnswerDto> {
    return { success: true, data: BalanceDto.from(organizationId, await this.requireAccount(organizationId)) };
  }

  /** Tops up the balance. In production, it is pending until it is paid; a sandbox gets play money immediately. */
  @Post('top-ups')
  @ApiOperation({ summary: 'Top up the balance' })
  @BodyExample({ amountCents: 5_000, reference: 'invoice 17' })
  @RequirePermission('billing:manage')
  @ApiErrors('VALIDATION_ERROR')
  @ApiCreatedResponse({ type: TopUpAnswerDto })
  async topUp(@CurrentPrincipal() principal: Principal, @PostBody() body: TopUpBody): Promise<TopUpAnswerDto> {
    const { tokens, paymentMethodId = null, reference = null, ...named } = providedFields(body);
    if ((tokens === undefined) === (named.amountCents === undefined))
      throw invalid({ amountCents: 'send either amountCents or tokens' });
    const amountCents = named.amountCents ?? readTokens(tokens)!;
    const { topUp, account } = await this.topUps.request(principal, { amountCents, paymentMethodId, reference });
    return {
      success: true,
      topUp: TopUpDto.from(topUp),
      balance: BalanceDto.from(principal.organizationId, account),
    };
  }

  @Get('top-ups')
  @ApiOperation({ summary: 'List top-ups' })
  @RequirePermission('billing:read')
  @ApiOkResponse({ type: TopUpListDto })
  async listTopUps(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: TopUpsQuery,
  ): Promise<TopUpListDto> {
    const client = this.database.forOrganization(organizationId);
    const { rows, pagination } = await findTopUps(client, organizationId, query);
    return { success: true, topUps: rows.map((topUp) => TopUpDto.from(topUp)), pagination };
  }

  /** Lists entries, newest first. The amounts of top-ups, charges, refunds and adjustments add up to the balance. */
  @Get('ledger')
  @ApiOperation({ summary: 'List the ledger' })
  @RequirePermission('billing:read')
  @ApiOkResponse({ type: LedgerDto })
  async ledger(@CurrentPrincipal() { organizationId }: Principal, @Query() query: LedgerQuery): Promise<LedgerDto> {
    const client = this.database.forOrganization(organizationId);
    const { rows, pagination } = await findEntries(client, organizationId, query);
    return { success: true, entries: rows, pagination };
  }

  /** Returns executions and their costs, by integration, day (UTC) or API key. */
  @Get('usage')
  @ApiOperation({ summary: 'Sum up executions and their cost' })
  @RequirePermission('billing:read')
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: UsageDto })
  async usage(@CurrentPrincipal() { organizationId }: Principal, @Query() query: UsageQuery): Promise<UsageDto> {
    const to = query.to === undefined ? new Date() : new Date(query.to);
    const from = query.from === undefined ? new Date(to.getTime() - 30 * dayMs) : new Date(query.from);
    if (from >= to) throw invalid({ from: 'must be before to' });
    if (to.getTime() - from.getTime() > limits.usageDays * dayMs)
      throw invalid({ from: `must be at most ${limits.usageDays} days before to` });
    const wanted = { groupBy: query.groupBy, from, to };
    const usage = await sumUsage(this.database.forOrganization(organizationId), organizationId, wanted);
    return { success: true, from, to, usage };
  }

  @Get('settings')
  @ApiOperation({ summary: 'Read the billing settings' })
  @RequirePermission('billing:read')
  @ApiOkResponse({ type: BillingSettingsAnswerDto })
  async readSettings(@CurrentPrincipal() { organizationId }: Principal): Promise<BillingSettingsAnswerDto> {
    return { success: true, settings: settingsOf(await this.requireAccount(organizationId)) };
  }

  /**
   * Changes the settings. `billing.balance_low` is sent when the balance falls below one of the thresholds, and again only after it has
   * risen above it.
   */
  @Patch('settings')
  @ApiOperation({ summary: 'Change the billing settings' })
  @BodyExample({
    lowBalanceThresholdCents: 1_000,
    autoTopUp: { enabled: true, thresholdCents: 500, amountCents: 5_000 },
    ifVersion: 1,
  })
  @RequirePermission('billing:manage')
  @ApiErrors('VALIDATION_ERROR', 'VERSION_CONFLICT')
  @ApiOkResponse({ type: BillingSettingsAnswerDto })
  async changeSettings(
    @CurrentPrincipal() principal: Principal,
    @Body() body: BillingSettingsBody,
  ): Promise<BillingSettingsAnswerDto> {
    const { autoTopUp, ...change } = providedFields(body);
    const settings = await this.settings.change(principal, {
      ...change,
      ...(autoTopUp && { autoTopUp: providedFields(autoTopUp) }),
    });
    return { success: true, settings };
  }

  private async requireAccount(organizationId: string): Promise<Account> {
    const account = await findAccount(this.database.forOrganization(organizationId), organizationId);
    if (!account) throw notFound('Organization');
    return account;
  }
}

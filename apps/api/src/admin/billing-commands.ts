import { isUUID } from 'class-validator';

import { findOpenExecutions } from '../modules/enrichment/executions/index.js';
import { findOpenValidations } from '../modules/kyc/validations/index.js';
import { type Booking, bookByHand, checkLedgers, OpenExecutions } from '../modules/tenancy/billing/index.js';
import type { PgPool } from '../platform/database/index.js';
import { limits } from '../platform/limits.js';
import { type billingOptions, billingUsage } from './usage.js';
import { UsageError } from './usage-error.js';

type Values = Partial<Readonly<Record<keyof typeof billingOptions | 'organization', string>>>;

/** Runs `billing …` and returns the result to print. */
export async function runBilling(pool: PgPool, command: string | undefined, values: Values): Promise<object> {
  if (command === 'check') {
    const organization = values.organization === undefined ? null : idOf(values, 'organization');
    const open = new OpenExecutions().register(findOpenExecutions, findOpenValidations);
    const check = await checkLedgers(pool, open, organization);
    if (check.faults.length > 0) process.exitCode = 1;
    return check;
  }
  const booked = await bookByHand(pool, bookingOf(command, values));
  if (!booked.ok) throw new UsageError(booked.error);
  return booked.value;
}

function bookingOf(command: string | undefined, values: Values): Booking {
  const common = (): { organizationId: string; reason: string } => ({
    organizationId: idOf(values, 'organization'),
    reason: textOf(values, 'reason', limits.reasonMinCharacters),
  });
  switch (command) {
    case 'confirm':
      return { ...common(), kind: command, topUpId: idOf(values, 'top-up') };
    case 'refund': {
      const number = wholeNumber(values.number, /^[1-9]\d{0,3}$/, '--number must be a whole number from 1');
      const amountCents = wholeNumber(values.amount, /^[1-9]\d{0,11}$/, '--amount must be a whole number of cents');
      return { ...common(), kind: command, executionId: idOf(values, 'execution'), number, amountCents };
    }
    case 'adjust': {
      const message = '--amount must be a whole number of cents, not 0: --amount=-500';
      const amountCents = wholeNumber(values.amount, /^-?[1-9]\d{0,11}$/, message);
      return { ...common(), kind: command, reference: textOf(values, 'reference', 1), amountCents };
    }
    default:
      throw new UsageError(`billing what? One of${billingUsage}`);
  }
}

function idOf(values: Values, name: 'organization' | 'top-up' | 'execution'): string {
  const id = values[name] ?? '';
  if (!isUUID(id)) throw new UsageError(`--${name} must be an id`);
  return id.toLowerCase();
}

function textOf(values: Values, name: 'reason' | 'reference', min: number): string {
  const text = values[name]?.trim() ?? '';
  const { externalIdCharacters: max } = limits;
  if (text.length < min || text.length > max) throw new UsageError(`--${name} must have ${min} to ${max} characters`);
  return text;
}

function wholeNumber(given: string | undefined, pattern: RegExp, message: string): number {
  if (given === undefined || !pattern.test(given)) throw new UsageError(message);
  return Number(given);
}

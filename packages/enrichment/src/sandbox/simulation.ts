import { type ItemCode, itemCodes } from '../item-problem.js';
import type { Asked } from '../provider.js';

export const mostLatencyMs = 5_000;

/** What a sandbox takes besides a provider's own parameters. */
export const sandboxParameters = [
  {
    name: 'simulate',
    type: 'string',
    required: false,
    description: 'The item code to fail with.',
    oneOf: itemCodes,
  },
  {
    name: 'latencyMs',
    type: 'number',
    required: false,
    description: 'How long the source takes.',
    most: mostLatencyMs,
  },
] as const;

export interface Simulation {
  readonly code: ItemCode | null;
  readonly latencyMs: number;
}

const isItemCode = (value: unknown): value is ItemCode => itemCodes.includes(value as ItemCode);

/** What a request of a sandbox asks to see: by its parameters, or by a test tax id. */
export function simulationOf({ taxId, parameters }: Asked): Simulation {
  const { simulate, latencyMs } = parameters;
  return {
    code: isItemCode(simulate) ? simulate : codeOfTestTaxId(taxId),
    latencyMs: typeof latencyMs === 'number' ? Math.min(Math.max(latencyMs, 0), mostLatencyMs) : 0,
  };
}

/** The digits of a test tax id that say the code: `9000`, then the number of the code from 1, in four digits. */
const testDigits = (code: ItemCode): string => `9000${String(itemCodes.indexOf(code) + 1).padStart(4, '0')}`;

/** Test tax ids: a CNPJ and a CPF of each code, for clients that cannot send parameters. */
export const testTaxIds: readonly { readonly code: ItemCode; readonly cnpj: string; readonly cpf: string }[] =
  itemCodes.map((code) => ({
    code,
    cnpj: withCheckDigits(`${testDigits(code)}0001`, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]),
    cpf: withCheckDigits(`${testDigits(code)}0`, [10, 9, 8, 7, 6, 5, 4, 3, 2]),
  }));

const codesByTaxId = new Map(testTaxIds.flatMap(({ code, cnpj, cpf }) => [cnpj, cpf].map((taxId) => [taxId, code])));

const codeOfTestTaxId = (taxId: string | null): ItemCode | null => codesByTaxId.get(taxId ?? '') ?? null;

/** Both numbers of Brazil have two digits that check those before, each with one weight more in front. */
function withCheckDigits(body: string, weights: readonly number[]): string {
  const digit = (text: string, all: readonly number[]) => {
    const rest = all.reduce((sum, weight, index) => sum + weight * Number(text[index]), 0) % 11;
    return rest < 2 ? '0' : String(11 - rest);
  };
  const first = `${body}${digit(body, weights)}`;
  return `${first}${digit(first, [(weights[0] ?? 0) + 1, ...weights])}`;
}

import { type ItemCode, itemCodes } from '../item-problem.js';
import type { Asked } from '../provider.js';

export const mostLatencyMs = 5_000;

/** Parameters that a sandbox accepts in addition to a provider's own. */
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
    description: 'Response time of the source.',
    most: mostLatencyMs,
  },
] as const;

export interface Simulation {
  readonly code: ItemCode | null;
  readonly latencyMs: number;
}

const isItemCode = (value: unknown): value is ItemCode => itemCodes.includes(value as ItemCode);

/** Returns what a sandbox request asks to simulate, by its parameters or by a test tax id. */
export function simulationOf({ taxId, parameters }: Asked): Simulation {
  const { simulate, latencyMs } = parameters;
  return {
    code: isItemCode(simulate) ? simulate : codeOfTestTaxId(taxId),
    latencyMs: typeof latencyMs === 'number' ? Math.min(Math.max(latencyMs, 0), mostLatencyMs) : 0,
  };
}

/** Returns the digits of a test tax id that encode the item code: `9000`, then the code's number, counted from 1, in four digits. */
const testDigits = (code: ItemCode): string => `9000${String(itemCodes.indexOf(code) + 1).padStart(4, '0')}`;

/** Test tax ids: a CNPJ and a CPF for each code, for clients that cannot send parameters. */
export const testTaxIds: readonly { readonly code: ItemCode; readonly cnpj: string; readonly cpf: string }[] =
  itemCodes.map((code) => ({
    code,
    cnpj: withCheckDigits(`${testDigits(code)}0001`, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]),
    cpf: withCheckDigits(`${testDigits(code)}0`, [10, 9, 8, 7, 6, 5, 4, 3, 2]),
  }));

const codesByTaxId = new Map(testTaxIds.flatMap(({ code, cnpj, cpf }) => [cnpj, cpf].map((taxId) => [taxId, code])));

const codeOfTestTaxId = (taxId: string | null): ItemCode | null => codesByTaxId.get(taxId ?? '') ?? null;

/** Both Brazilian numbers end in two check digits, each computed from the digits before it. The second has one more weight in front. */
function withCheckDigits(body: string, weights: readonly number[]): string {
  const digit = (text: string, all: readonly number[]) => {
    const rest = all.reduce((sum, weight, index) => sum + weight * Number(text[index]), 0) % 11;
    return rest < 2 ? '0' : String(11 - rest);
  };
  const first = `${body}${digit(body, weights)}`;
  return `${first}${digit(first, [(weights[0] ?? 0) + 1, ...weights])}`;
}

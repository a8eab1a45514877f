import { recognizeTaxId } from '@tamis/screening/tax-ids';
import { isEmail, isUUID } from 'class-validator';

import type { PixKeyType } from './payment-method.js';

const checks: Readonly<Record<PixKeyType, (key: string) => boolean>> = {
  cpf: (key) => recognizeTaxId(key, 'BR')?.kind === 'cpf',
  cnpj: (key) => recognizeTaxId(key, 'BR')?.kind === 'cnpj',
  email: (key) => isEmail(key),
  phone: (key) => /^\+[1-9]\d{7,14}$/.test(key.replace(/[\s()-]/g, '')),
  random: (key) => isUUID(key),
};

const forms: Readonly<Record<PixKeyType, string>> = {
  cpf: 'a CPF',
  cnpj: 'a CNPJ',
  email: 'an email address',
  phone: 'a phone number with + and its country code, such as +5511987654321',
  random: 'a UUID',
};

/** Returns the problem with a key of a type; `null` if it is valid. */
export const pixKeyProblem = (type: PixKeyType, key: string | null | undefined): string | null =>
  key != null && checks[type](key) ? null : `pixKey must be ${forms[type]}: pixKeyType is ${type}`;

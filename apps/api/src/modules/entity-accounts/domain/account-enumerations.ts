export const accountTypes = [
  'bank_account',
  'checking',
  'savings',
  'payroll',
  'time_deposit',
  'wallet',
  'virtual_account',
  'payment',
  'prepaid',
  'crypto_wallet',
  'investment',
  'brokerage',
  'pension',
  'credit',
  'credit_card',
  'loan',
  'mortgage',
  'business',
  'merchant',
  'escrow',
  'trust',
  'settlement',
  'correspondent',
  'treasury',
  'government',
  'other',
] as const;
export type AccountType = (typeof accountTypes)[number];

export const accountStatuses = ['active', 'inactive', 'pending', 'blocked', 'closed'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export const pixKeyTypes = ['cpf', 'cnpj', 'email', 'phone', 'random'] as const;
export type PixKeyType = (typeof pixKeyTypes)[number];

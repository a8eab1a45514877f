import { unknown, type Outcome } from '@tamis/lang';

const base58 = '[1-9A-HJ-NP-Za-km-z]';
const bech32 = '[02-9ac-hj-np-z]';

const form = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`, 'u');

/** The forms of addresses, most specific first: a Solana address is any base58 text of its length. */
export const walletForms: readonly (readonly [network: string, form: RegExp])[] = [
  ['bitcoin', form(`bc1${bech32}{11,87}|BC1[02-9AC-HJ-NP-Z]{11,87}|[13]${base58}{25,34}`)],
  ['bitcoin_cash', form(`(?:bitcoincash:)?[qp]${bech32}{41}`)],
  ['litecoin', form(`ltc1${bech32}{11,87}|[LM]${base58}{26,33}`)],
  ['dogecoin', form(`D[5-9A-HJ-NP-U]${base58}{32}`)],
  ['ethereum', form('0x[0-9a-fA-F]{40}')],
  ['tron', form(`T${base58}{33}`)],
  ['ripple', form(`r${base58}{24,34}`)],
  ['cardano', form(`addr1${bech32}{50,110}|Ae2${base58}{50,60}|DdzFF${base58}{90,110}`)],
  ['stellar', form('G[A-Z2-7]{55}')],
  ['monero', form(`[48]${base58}{94}|4${base58}{105}`)],
  ['cosmos', form(`cosmos1${bech32}{38,58}`)],
  ['polkadot', form(`1${base58}{46,47}`)],
  ['solana', form(`${base58}{43,44}`)],
];

/** Returns the network of an address, based only on its form. */
export const networkOf = (text: string): Outcome => {
  const address = text.trim();
  return (
    walletForms.find(([, each]) => each.test(address))?.[0] ??
    unknown({ cause: 'not_in_data', detail: 'wallet address' })
  );
};

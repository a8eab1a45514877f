import { declareFunction, signature, textType } from '../declare.js';
import { networkOf, walletForms } from '../texts/wallet-forms.js';

export const walletNetwork = declareFunction({
  name: 'walletNetwork',
  form: 'walletNetwork(s)',
  signatures: [
    signature('walletNetwork', ['text'], { result: () => textType, evaluate: ([text]) => networkOf(text as string) }),
  ],
  cost: 'c1',
  documentation: `The network of a wallet, by the form of its address: ${walletForms.map(([network]) => `\`${network}\``).join(', ')}. Networks that share the addresses of Ethereum are \`ethereum\`.`,
  examples: [
    { text: 'walletNetwork("0x52908400098527886E0F7030069857D2E4169EE7")', result: '"ethereum"' },
    { text: 'walletNetwork("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa")', result: '"bitcoin"' },
    { text: 'walletNetwork("TJRabPrwbZy45sbavfcjinPJC18kjpRTv8")', result: '"tron"' },
    { text: 'walletNetwork("not a wallet")', result: 'unknown (not_in_data)' },
  ],
});

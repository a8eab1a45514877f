/** Example bodies of `POST /transactions` in the OpenAPI document. */
export const createTransactionExamples = {
  card: {
    summary: 'A card payment of a known customer',
    value: {
      externalId: 'pay-1001',
      type: 'PAYMENT',
      amount: 812.5,
      currency: 'USD',
      paymentMethod: 'CARD',
      category: 'misc_net',
      channel: 'online',
      originExternalId: 'cust-0090',
      destinationName: 'Harris Inc',
      transactedAt: '2026-03-01T10:02:00Z',
      deviceDetails: { ipAddress: '203.0.113.7', deviceType: 'mobile', isVpn: false },
      metadata: { orderId: 'A-7' },
    },
  },
  fee: {
    summary: 'A fee, without parties and without evaluation',
    value: { externalId: 'fee-1001', type: 'FEE', amount: 1.25, currency: 'EUR', executeRules: false },
  },
};

/** Example bodies of `POST /transactions/batch`. */
export const transactionBatchExamples = {
  two: {
    summary: 'Two payments; the invalid one does not prevent the other from being stored',
    value: {
      transactions: [
        { externalId: 'pay-2001', type: 'PAYMENT', amount: 20, currency: 'USD' },
        { externalId: 'pay-2002', type: 'PAYMENT', amount: 30.5, currency: 'USD' },
      ],
      batchErrorHandling: 'continue_collect_errors',
    },
  },
};

/** Example bodies of `POST /transactions/batch/background-multi`. */
export const transactionSourcesExamples = {
  two: {
    summary: 'Payments of two files',
    value: {
      sources: [
        { name: 'march.csv', transactions: [{ externalId: 'pay-3001', type: 'PAYMENT', amount: 20, currency: 'USD' }] },
        { name: 'april.csv', transactions: [{ externalId: 'pay-3002', type: 'FEE', amount: 0.5, currency: 'USD' }] },
      ],
      skipDuplicates: false,
    },
  },
};

/** Bodies of `POST /risk-matrices`, as the OpenAPI document shows them. */
export const riskMatrixExamples = {
  bands: {
    summary: 'With bands of its own',
    value: {
      key: 'kyt_core',
      name: 'KYT core',
      category: 'transaction_monitoring',
      status: 'active',
      targetEntityTypes: ['transaction'],
      scoringConfig: { minScore: 0, maxScore: 100, thresholds: { low: 30, medium: 60, high: 80 } },
      decisions: [
        { decision: 'APPROVE', from: null },
        { decision: 'REVIEW_REQUIRED', from: 30 },
        { decision: 'HOLD', from: 60 },
        { decision: 'REJECT', from: 90 },
      ],
    },
  },
  defaults: { summary: 'With the default strategy', value: { name: 'Onboarding of people' } },
};

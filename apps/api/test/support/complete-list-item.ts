/** A list item to send, with every field that it can have. */
export const completeListItem = {
  primaryValue: 'Whole',
  secondaryValue: 'second',
  searchKeys: ['one', 'two'],
  category: 'c',
  riskScore: 12.5,
  severity: 'high',
  reason: 'r',
  sourceReference: 's',
  itemData: { a: 1 },
  metadata: { b: [2] },
  isActive: false,
  expiresAt: '2031-01-01T00:00:00.000Z',
};

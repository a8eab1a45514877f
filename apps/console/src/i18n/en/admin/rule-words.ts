/** Texts of the keys and descriptions in the editor of a rule. */
export const ruleWords = {
  newName: (name: string) => `New name of ${name}`,
  parameterName: 'Name of the parameter',
  apply: 'Apply',
  noName: 'The cursor is not on a name that rules declare',
  isShared: (name: string) => `${name} is shared by rules: it can only be renamed in all of them together`,
  isTaken: (name: string) => `${name} cannot be the name of the parameter: it is no name, or it is already used`,
  noConstant: 'The cursor is not on a number or a parameter',
  declaredIn: (name: string) => `Declaration of ${name}`,
  openParameter: 'Open the parameter',
  openMatrices: 'Open the risk matrices',
  inData: 'In the newest records:',
  present: (share: string) => `present in ${share}`,
  quantiles: { p5: '5 % are at most', p50: 'half are at most', p95: '95 % are at most', p99: '99 % are at most' },
  forms: 'Form of the rule',
  text: 'Text',
  jsonLabel: 'The rule as JSON',
  jsonTells:
    'The text follows the JSON while you type. Comments, tests and declared names exist in the text only and stay.',
  noJson: (message: string) => `This is not JSON: ${message}`,
  jsonUnread: 'the JSON has errors',
  dropJson: 'Discard the JSON',
};

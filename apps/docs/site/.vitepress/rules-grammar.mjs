import { readFileSync } from 'node:fs';

const { reservedWords } = JSON.parse(
  readFileSync(new URL('../../../api/generated/rule-catalogue.json', import.meta.url), 'utf8'),
);
const words = [
  'language',
  'on',
  'score',
  'category',
  'alert',
  'suggest',
  'test',
  'given',
  'expect',
  'hit',
  'once',
  'per',
];

/** The grammar for highlighting rules on the site. */
export const rulesGrammar = {
  name: 'rules',
  scopeName: 'source.rules',
  patterns: [
    { name: 'comment.line', match: '//.*$' },
    {
      name: 'string.quoted.double',
      begin: '"',
      end: '"',
      patterns: [
        { name: 'constant.character.escape', match: '\\\\.' },
        { name: 'variable', match: '\\{[^}"]*\\}' },
      ],
    },
    { name: 'constant.numeric', match: '\\b\\d[\\d_]*(\\.\\d+)?(%|ms|[smhdwy]|mo|km|mi)?\\b' },
    { name: 'constant.language', match: '\\b[A-Z][A-Z_]{1,}\\b' },
    { name: 'keyword', match: `\\b(${[...new Set([...reservedWords, ...words])].join('|')})\\b` },
  ],
};

/** Which files of browser code may import which. */
export const pageRules = [
  {
    name: 'feature-through-its-index',
    comment: 'Screens of the console see each other through `index.ts`, as modules of the API do.',
    severity: 'error',
    from: { path: '^apps/console/src/features/([^/]+)/' },
    to: {
      path: '^apps/console/src/features/',
      pathNot: ['^apps/console/src/features/$1/', '^apps/console/src/features/[^/]+/index[.]ts$'],
    },
  },
  {
    name: 'console-asks-in-one-place',
    comment: 'Only the data layer speaks to the API; screens take its types and what the layer gives them.',
    severity: 'error',
    from: { path: '^apps/console/src/', pathNot: '^apps/console/src/data/' },
    to: { path: '^packages/client/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'models-show-nothing',
    comment: 'What is shown, from what was answered, is decided without a page, and tested without one.',
    severity: 'error',
    from: { path: '^apps/console/src/features/[^/]+/model/' },
    to: { path: ['node_modules/(react|react-dom|@tanstack)/', '^apps/console/src/(ui|shell)/', '[.]css$'] },
  },
  {
    name: 'codemirror-in-rule-editor',
    comment: 'The editor is one package, so that another one could take its place.',
    severity: 'error',
    from: { pathNot: '^packages/rule-editor/' },
    to: { path: 'node_modules/@codemirror/' },
  },
  {
    name: 'kyc-page-reads-zones-alone',
    comment: 'The page marks slips while somebody types. The rest of the package decides, which is for the server.',
    severity: 'error',
    from: { path: '^apps/kyc-page/src/' },
    to: { path: '^packages/identity-documents/src/(?!mrz/)' },
  },
  {
    name: 'pages-run-in-browsers',
    comment: 'Nothing of Node, and neither the engine nor the library of rules, is loaded by a page.',
    severity: 'error',
    from: { path: '^(apps/console|apps/kyc-page|packages/rule-editor)/src/' },
    to: {
      path: [
        '^(node:)?(assert|buffer|child_process|crypto|events|fs|http|https|net|os|path|process|stream|url|util|zlib)(/|$)',
        '^packages/(engine|library|lang|dry-run|engine-pool)/',
        '^grammar/',
      ],
      dependencyTypesNot: ['type-only'],
    },
  },
];

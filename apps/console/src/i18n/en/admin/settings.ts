export const settings = {
  menu: 'Settings',
  pages: {
    organization: 'Organization',
    members: 'Members',
    roles: 'Roles',
    keys: 'API keys',
    matrices: 'Risk matrices',
    billing: 'Money',
    integrations: 'Integrations',
    executions: 'Executions',
  },
  onlyInProduction: 'is changed in production',
  typeName: (name: string) => `Type “${name}”: nothing takes this back`,
  typeFirst: 'the name is typed first',
  copy: 'Copy',
  copied: 'Copied',
  kept: 'I have kept it',
};

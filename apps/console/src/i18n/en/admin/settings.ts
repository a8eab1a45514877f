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
  onlyInProduction: 'can only be changed in production',
  typeName: (name: string) => `Type “${name}”: this cannot be undone`,
  typeFirst: 'type the name first',
  copy: 'Copy',
  copied: 'Copied',
  kept: 'I have stored it',
};

import config from './jest.config.mjs';
export default { ...config, projects: config.projects.map(({ globalSetup, globalTeardown, ...p }) => p) };

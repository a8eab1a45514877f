export { RegistersModule } from './registers.module.js';
export { registerFormats } from './domain/register-file.js';
export { acceptRegister, loadRegister, registerVersions } from './use-cases/load-register.js';
export { Registers } from './use-cases/registers.js';

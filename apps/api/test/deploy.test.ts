import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { findProgram } from '@tamis/testkit';
import { Ajv } from 'ajv';

import { readConfig, settings } from '../src/platform/config/index.js';
import { limits } from '../src/platform/limits.js';
import { composeSchema, kustomizationSchema, objectSchemas } from './support/deploy-schemas.js';

const repository = join(__dirname, '../../..');
const folder = join(__dirname, '../deploy');
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');

const script = `
  import { parseYaml } from '@redocly/openapi-core';
  import { readFileSync } from 'node:fs';
  console.log(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map((text) => parseYaml(text))));
`;
/** Parses YAML texts in a separate process, since tests cannot load the library as a module. Throws if a text is not valid YAML. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a schema says what they hold
function parseAll(texts: readonly string[]): readonly any[] {
  const argv = ['--input-type=module', '-e', script];
  const options = { input: JSON.stringify(texts), encoding: 'utf8', cwd: repository } as const;
  const { stdout, stderr } = spawnSync(process.execPath, argv, options);
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout) as readonly unknown[];
}

const ajv = new Ajv({ allErrors: true, strict: false });
const problemsOf = (schema: object, value: unknown): unknown => {
  const validate = ajv.compile(schema);
  return validate(value) ? [] : validate.errors;
};

const known = new Set(Object.values(settings).map(({ name }) => name));
type Environment = Readonly<Record<string, string>>;
/** Variables that do not belong to the server. */
const ofNode = new Set(['NODE_ENV']);
const unknownOf = (environment: Environment): readonly string[] =>
  Object.keys(environment).filter((name) => !known.has(name) && !ofNode.has(name));

const masterKey = Buffer.alloc(32, 1).toString('base64');
/** Lines of a stage of the Dockerfile, with continued lines joined. */
const dockerfile = textOf('Dockerfile')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const imageSettings = Object.fromEntries(
  dockerfile
    .filter((line) => line.startsWith('ENV '))
    .flatMap((line) => line.slice(4).split(' '))
    .map((pair) => pair.split(/=(.*)/s).slice(0, 2)),
) as Environment;

const manifests = readdirSync(join(folder, 'kubernetes')).sort();
const given: Environment = { POSTGRES_PASSWORD: 'one', POOLED_PASSWORD: 'two', TAMIS_MASTER_KEY: masterKey };
const renderedCompose = textOf('compose.yaml').replaceAll(
  /(?<!\$)\$\{(\w+)(?::([?-])([^}]*))?\}/g,
  (_, name: string, kind: string | undefined, fallback: string) => {
    const value = given[name] ?? (kind === '-' ? fallback : undefined);
    if (value === undefined) throw new Error(`${name} is not among what the file says it needs`);
    return value;
  },
);
const [compose, kustomization, ...objects] = parseAll([
  renderedCompose,
  textOf('kustomization.yaml'),
  ...manifests.map((file) => textOf(`kubernetes/${file}`)),
]);

describe('Dockerfile', () => {
  const stages = dockerfile.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' '));

  it('uses stages from images with pinned versions that do not run as root', () => {
    expect(stages.map(([, , , name]) => name)).toEqual(['build', 'api', 'pooler']);
    for (const [, image] of stages) expect(image).toMatch(/^[a-z]+:[\w.-]*\d|^debian:[a-z]+-slim$/);
    expect(dockerfile.filter((line) => line.startsWith('USER '))).toEqual(['USER node', 'USER postgres']);
    const known = /^(FROM|WORKDIR|COPY|RUN|ENV|USER|EXPOSE|STOPSIGNAL|CMD) /;
    expect(dockerfile.filter((line) => !known.test(line))).toEqual([]);
  });

  it('builds the server and its documentation with scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { scripts: object };
    const run = [...textOf('Dockerfile').matchAll(/npm run (\w+)/g)].map(([, script]) => script!);
    expect(run).toEqual(['build', 'docs']);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(run));
  });

  it('copies from an earlier stage, and starts the built file as SETTINGS.md advises', () => {
    expect(dockerfile.filter((line) => line.startsWith('COPY --from'))).toEqual(['COPY --from=build /tamis /tamis']);
    const [command] = dockerfile.filter((line) => line.startsWith('CMD ["node"'));
    const file = /"(apps\/api)\/dist\/(main)\.js"/.exec(command!)!;
    expect(existsSync(join(repository, file[1]!, 'src', `${file[2]}.ts`))).toBe(true);
    expect(readFileSync(join(folder, '../SETTINGS.md'), 'utf8')).toContain(
      (JSON.parse(command!.slice(4)) as string[]).join(' '),
    );
    expect(unknownOf(imageSettings)).toEqual([]);
  });

  it.each([
    'apps/local/src/api-process.ts',
    'bench/src/api-server.ts',
    'apps/api/src/modules/events/batch-jobs/import-speed.e2e.test.ts',
  ])('sets the same Node.js heap sizes as %s', (path) => {
    const sizesIn = (text: string): readonly string[] => text.match(/--[a-z-]+-space-size=\d+/g)!;
    const [command] = dockerfile.filter((line) => line.startsWith('CMD ["node"'));
    expect(sizesIn(readFileSync(join(repository, path), 'utf8'))).toEqual(sizesIn(command!));
  });
});

describe('compose file', () => {
  const { services, volumes } = compose as {
    services: Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- as above
    volumes: object;
  };

  it('matches the compose schema and names only existing services and files', () => {
    expect(problemsOf(composeSchema, compose)).toEqual([]);
    for (const service of Object.values(services)) {
      const needed = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {});
      expect(Object.keys(services)).toEqual(expect.arrayContaining(needed));
      for (const volume of (service.volumes ?? []) as string[]) {
        const [source] = volume.split(':');
        if (!source!.startsWith('./')) expect(Object.keys(volumes)).toContain(source);
        else if (source !== './users.txt') expect(existsSync(join(folder, source!))).toBe(true);
      }
    }
  });

  it.each(['api1', 'api2', 'migrate'])('gives %s settings that it can start with', (name) => {
    const environment = { ...imageSettings, ...(services[name].environment as Environment) };
    expect(unknownOf(environment)).toEqual([]);
    const config = readConfig(environment);
    expect(config.ok || config.error).toBe(true);
  });

  it('gives processes enough time to drain', () => {
    const { environment, stop_grace_period: grace } = services['api1'];
    expect(Number.parseInt(grace as string, 10) * 1_000).toBeGreaterThan(Number(environment.DRAIN_MS) + limits.stopMs);
  });
});

describe('Kubernetes manifests', () => {
  const named = (kind: string, name: string) =>
    objects.find((object) => object.kind === kind && object.metadata.name === name);
  const generated = Object.fromEntries(
    kustomization.configMapGenerator.map(({ name, literals, files }: Record<string, string[]>) => [
      name,
      { literals, files },
    ]),
  );

  it('are all included in the kustomization and match the schemas of their kinds', () => {
    expect(problemsOf(kustomizationSchema, kustomization)).toEqual([]);
    expect([...kustomization.resources].sort()).toEqual(manifests.map((file) => `kubernetes/${file}`));
    for (const object of objects) expect(problemsOf(objectSchemas[object.kind as string]!, object)).toEqual([]);
    for (const { files } of Object.values(generated) as { files?: string[] }[])
      for (const file of files ?? []) expect(existsSync(join(folder, file))).toBe(true);
  });

  it('give the processes settings that they can start with', () => {
    const own = Object.fromEntries(
      generated['tamis-settings'].literals.map((line: string) => line.split(/=(.*)/s).slice(0, 2)),
    );
    const secret = {
      ...{
        DATABASE_URL: 'postgres://u:p@tamis-pooler:6432/tamis',
        DATABASE_SESSION_URL: 'postgres://u:p@db:5432/tamis',
      },
      ...{ TAMIS_MASTER_KEY: masterKey, BLOBS_ACCESS_KEY: 'a', BLOBS_SECRET_KEY: 'b' },
    };
    for (const name of Object.keys(secret)) expect(textOf('kubernetes/api.yaml')).toContain(name);
    expect(unknownOf({ ...own, ...secret })).toEqual([]);
    const config = readConfig({ ...imageSettings, ...own, ...secret });
    expect(config.ok || config.error).toBe(true);
    const { terminationGracePeriodSeconds: grace } = named('Deployment', 'tamis-api').spec.template.spec;
    expect(grace * 1_000).toBeGreaterThan(Number(own['DRAIN_MS']) + limits.stopMs);
  });

  it('name only existing labels, ports, probes and configuration', () => {
    const paths = Object.keys(
      (JSON.parse(readFileSync(join(folder, '../openapi.json'), 'utf8')) as { paths: object }).paths,
    );
    for (const deployment of objects.filter(({ kind }) => kind === 'Deployment')) {
      const { selector, template } = deployment.spec;
      expect(template.metadata.labels).toEqual(selector.matchLabels);
      const [container] = template.spec.containers;
      const ports = container.ports.map(({ name }: { name: string }) => name);
      for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe].filter(Boolean)) {
        if (probe.httpGet) expect(paths).toContain(probe.httpGet.path);
        expect(ports).toContain((probe.httpGet ?? probe.tcpSocket).port);
      }
      const text = JSON.stringify(template);
      for (const [, name] of text.matchAll(/"configMap(?:Ref)?":\{"name":"([\w-]+)"/g))
        expect(generated).toHaveProperty([name!]);
    }
    for (const { spec } of objects.filter(({ kind }) => kind === 'Service')) {
      const deployment = named('Deployment', spec.selector.app);
      const ports = deployment.spec.template.spec.containers[0].ports;
      for (const { targetPort } of spec.ports)
        expect(ports).toEqual(expect.arrayContaining([expect.objectContaining({ name: targetPort })]));
    }
  });
});

const haproxy = findProgram('haproxy');
(haproxy !== null || process.env['CI'] ? describe : describe.skip)('the configuration of HAProxy', () => {
  it.each([
    ['addresses', { TAMIS_SERVER_1: '127.0.0.1:3001', TAMIS_SERVER_2: '127.0.0.1:3002' }],
    ['a name of many addresses', { TAMIS_SERVERS: 'tamis-api:3000' }],
  ])('is a valid configuration with %s', (_, servers) => {
    const env = { TAMIS_LISTEN: '127.0.0.1:8080', ...servers };
    const { status, stderr } = spawnSync(haproxy!, ['-c', '-f', join(folder, 'haproxy.cfg')], {
      env,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });
});

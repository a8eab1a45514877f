/**
 * Schemas of the manifests, member by member, since a misspelled member would be silently ignored by some versions and rejected by others.
 * Based on the references of Kubernetes 1.30 and of the Compose specification. A new member needs a line here.
 */
const closed = (properties: object, required: readonly string[] = []): object => ({
  ...{ type: 'object', additionalProperties: false, properties, required },
});
const text = { type: 'string', minLength: 1 };
const count = { type: 'integer', minimum: 0 };
const name = { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$' };
const texts = { type: 'object', additionalProperties: { type: 'string' } };
const list = (items: object): object => ({ type: 'array', minItems: 1, items });

const metadata = closed({ name, labels: texts }, ['name']);
const matchLabels = closed({ matchLabels: texts }, ['matchLabels']);
const object = (apiVersion: string, kind: string, spec: object | null): object =>
  closed({ apiVersion: { const: apiVersion }, kind: { const: kind }, metadata, ...(spec && { spec }) }, [
    ...['apiVersion', 'kind', 'metadata'],
    ...(spec ? ['spec'] : []),
  ]);

const probe = {
  ...closed({
    httpGet: closed({ path: text, port: name }, ['path', 'port']),
    tcpSocket: closed({ port: name }, ['port']),
    ...{ periodSeconds: count, timeoutSeconds: count, failureThreshold: count },
  }),
  oneOf: [{ required: ['httpGet'] }, { required: ['tcpSocket'] }],
};
const reference = closed({ name }, ['name']);
const quantities = closed({ cpu: text, memory: { type: 'string', pattern: '^\\d+(Mi|Gi)$' } });
const container = closed(
  {
    name,
    image: { type: 'string', pattern: '^[a-z-]+:\\d[\\w.-]*$' },
    ...{ command: list(text), env: list(closed({ name: text, value: text }, ['name', 'value'])) },
    envFrom: list(closed({ configMapRef: reference, secretRef: reference })),
    ports: list(closed({ name, containerPort: { ...count, maximum: 65_535 } }, ['name', 'containerPort'])),
    ...{ startupProbe: probe, livenessProbe: probe, readinessProbe: probe },
    resources: closed({ requests: quantities, limits: quantities }),
    volumeMounts: list(closed({ name, mountPath: text }, ['name', 'mountPath'])),
    securityContext: closed({
      allowPrivilegeEscalation: { const: false },
      capabilities: closed({ drop: { const: ['ALL'] } }, ['drop']),
    }),
  },
  ['name', 'image'],
);
const sources = list(closed({ configMap: reference, secret: reference }));
const volume = closed({ name, configMap: reference, projected: closed({ sources }, ['sources']) }, ['name']);
const pod = closed(
  {
    terminationGracePeriodSeconds: count,
    securityContext: closed(
      {
        runAsNonRoot: { const: true },
        runAsUser: { ...count, minimum: 1 },
        seccompProfile: closed({ type: { const: 'RuntimeDefault' } }, ['type']),
      },
      ['runAsNonRoot'],
    ),
    ...{ initContainers: list(container), containers: list(container), volumes: list(volume) },
  },
  ['securityContext', 'containers'],
);
const percentOrCount = { anyOf: [count, { type: 'string', pattern: '^\\d+%$' }] };

/** By kind. */
export const objectSchemas: Readonly<Record<string, object>> = {
  Namespace: object('v1', 'Namespace', null),
  Deployment: object(
    'apps/v1',
    'Deployment',
    closed(
      {
        replicas: count,
        strategy: closed({ rollingUpdate: closed({ maxSurge: percentOrCount, maxUnavailable: percentOrCount }) }),
        selector: matchLabels,
        template: closed({ metadata: closed({ labels: texts }, ['labels']), spec: pod }, ['metadata', 'spec']),
      },
      ['selector', 'template'],
    ),
  ),
  Service: object(
    'v1',
    'Service',
    closed(
      {
        clusterIP: { const: 'None' },
        publishNotReadyAddresses: { type: 'boolean' },
        selector: texts,
        ports: list(closed({ name, port: count, targetPort: name }, ['name', 'port', 'targetPort'])),
      },
      ['selector', 'ports'],
    ),
  ),
  PodDisruptionBudget: object(
    'policy/v1',
    'PodDisruptionBudget',
    closed({ maxUnavailable: percentOrCount, selector: matchLabels }, ['selector']),
  ),
};

const generator = {
  ...closed({ name, literals: list({ type: 'string', pattern: '^[A-Z_]+=.+$' }), files: list(text) }, ['name']),
  oneOf: [{ required: ['literals'] }, { required: ['files'] }],
};
export const kustomizationSchema = closed(
  {
    apiVersion: { const: 'kustomize.config.k8s.io/v1beta1' },
    kind: { const: 'Kustomization' },
    namespace: name,
    resources: list(text),
    configMapGenerator: list(generator),
  },
  ['apiVersion', 'kind', 'resources'],
);

const duration = { type: 'string', pattern: '^\\d+(s|m|h)$' };
const condition = {
  enum: ['service_started', 'service_healthy', 'service_completed_successfully'],
};
const dependencies = { type: 'object', additionalProperties: closed({ condition }, ['condition']) };
const service = {
  ...closed({
    image: { type: 'string', pattern: '^[a-z]+:\\d[\\w.-]*$' },
    build: closed({ context: text, dockerfile: text, target: { enum: ['api', 'pooler'] } }, ['context', 'target']),
    ...{
      command: list(text),
      environment: texts,
      volumes: list({ type: 'string', pattern: '^[./\\w-]+:/[^:]+(:ro)?$' }),
    },
    ports: list({ type: 'string', pattern: '^\\d+:\\d+$' }),
    stop_grace_period: duration,
    restart: { enum: ['no', 'always', 'on-failure', 'unless-stopped'] },
    depends_on: { anyOf: [list(name), dependencies] },
    healthcheck: closed({ test: list(text), interval: duration, timeout: duration, retries: count }, ['test']),
  }),
  oneOf: [{ required: ['image'] }, { required: ['build'] }],
};
export const composeSchema = {
  ...closed({ name, services: { type: 'object', additionalProperties: service }, volumes: { type: 'object' } }, [
    'services',
  ]),
  patternProperties: { '^x-': {} },
};

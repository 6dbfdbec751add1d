import { settingDefaults } from '../../../apps/server/src/platform/config.ts';
import { type Container, containersOf, type Kubernetes, ofKind, type Workload, workloadsIn } from './objects.ts';

/** What an overlay's comment says how to make. */
const secrets: Record<string, readonly string[]> = {
  waggle: ['DATABASE_URL', 'SECRET_KEY', 'SMTP_URL'],
  'waggle-owner': ['MIGRATION_DATABASE_URL'],
};
const listens: Record<string, readonly (keyof typeof settingDefaults)[]> = {
  api: ['API_PORT', 'METRICS_PORT'],
  edge: ['EDGE_PORT', 'METRICS_PORT'],
  worker: ['WORKER_PORT', 'METRICS_PORT'],
};

/** Faults of pods a schema does not know: names nobody has, and rights or memory without a limit. */
export function aboutPods(objects: readonly Kubernetes[], image: string): string[] {
  const settings = ofKind(objects, 'ConfigMap');
  return workloadsIn(objects).flatMap((workload) => [
    ...aboutPod(workload),
    ...containersOf(workload).flatMap((container) =>
      [
        ...aboutSettings(container, settings),
        ...aboutRights(container),
        ...aboutVolumes(container, workload),
        ...(container.image === image ? [] : [`the image is ${container.image}`]),
      ].map((fault) => `${workload.name} ${container.name}: ${fault}`),
    ),
    ...(workload.kind === 'Job' ? [] : aboutService(workload, settings)),
  ]);
}

function aboutPod({ name, pod }: Workload): string[] {
  const { securityContext = {}, automountServiceAccountToken, enableServiceLinks } = pod;
  return expected(name, {
    'runs as somebody without rights':
      securityContext['runAsNonRoot'] === true && securityContext['runAsUser'] === 10_001,
    'owns its volumes': securityContext['fsGroup'] === 10_001,
    'has the calls of the kernel filtered':
      (securityContext['seccompProfile'] as { type?: string } | undefined)?.type === 'RuntimeDefault',
    'has no token of the cluster': automountServiceAccountToken === false,
    'gets no addresses of services as settings': enableServiceLinks === false,
  });
}

function aboutSettings({ env = [], envFrom = [] }: Container, configMaps: readonly Kubernetes[]): string[] {
  const named = envFrom.flatMap(({ configMapRef }) =>
    configMaps.filter(({ metadata }) => metadata.name === configMapRef?.name),
  );
  const keys = [...named.flatMap(({ data = {} }) => Object.keys(data)), ...env.map(({ name }) => name)];
  const missing = env.filter(({ valueFrom }) => {
    const { name = '', key = '' } = valueFrom?.secretKeyRef ?? {};
    return !secrets[name]?.includes(key);
  });
  return [
    ...(named.length === envFrom.length ? [] : ['a ConfigMap it names is not there']),
    ...keys.filter((key) => !(key in settingDefaults)).map((key) => `${key} is no setting`),
    ...missing.map(({ name }) => `${name} is in no Secret`),
  ];
}

function aboutRights({ securityContext = {}, resources = {} }: Container): string[] {
  const { drop } = (securityContext['capabilities'] ?? {}) as { drop?: string[] };
  return expected('', {
    'gains no rights': securityContext['allowPrivilegeEscalation'] === false,
    'cannot write its root': securityContext['readOnlyRootFilesystem'] === true,
    'has no capability': drop?.join() === 'ALL',
    'has a limit of memory': resources.limits?.['memory'] !== undefined,
    'asks for processor and memory':
      Object.keys(resources.requests ?? {})
        .toSorted()
        .join() === 'cpu,memory',
  });
}

const aboutVolumes = ({ volumeMounts = [] }: Container, { pod, claims }: Workload): string[] =>
  volumeMounts
    .filter(({ name }) => !claims.includes(name) && !pod.volumes?.some((volume) => volume.name === name))
    .map(({ name }) => `no volume is called ${name}`);

function aboutService({ name, pod }: Workload, configMaps: readonly Kubernetes[]): string[] {
  const [container] = pod.containers;
  const { ports = [], startupProbe, livenessProbe, readinessProbe } = container!;
  const probes = [startupProbe, livenessProbe, readinessProbe];
  const settings: Record<string, string> = Object.assign({}, ...configMaps.map(({ data }) => data));
  const leaves = Number(settings['SHUTDOWN_DRAIN_SECONDS']) + Number(settings['SHUTDOWN_GRACE_SECONDS']) + 5;
  const real = (listens[container!.name] ?? []).map((key) => settingDefaults[key]);
  return expected(name, {
    'has three probes on ports it has': probes.every((probe) =>
      ports.some((port) => port.name === probe?.httpGet.port),
    ),
    'is alive by /healthz and ready by /readyz':
      probes.map((probe) => probe?.httpGet.path).join() === '/healthz,/healthz,/readyz',
    'listens on the ports of the settings': ports.map(({ containerPort }) => containerPort).join() === real.join(),
    'gets the time it needs to leave': (pod.terminationGracePeriodSeconds ?? 30) >= leaves,
  });
}

const expected = (whose: string, facts: Record<string, boolean>): string[] =>
  Object.entries(facts).flatMap(([fact, holds]) => (holds ? [] : [`${whose}: not so: ${fact}`.replace(/^: /, '')]));

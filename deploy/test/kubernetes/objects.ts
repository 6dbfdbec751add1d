import { parseAllDocuments } from 'yaml';
import type { Machine } from '../machine.ts';

type Reference = { name: string; key: string };
export type Container = {
  name: string;
  image: string;
  env?: { name: string; valueFrom?: { secretKeyRef?: Reference } }[];
  envFrom?: { configMapRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  securityContext?: Record<string, unknown>;
  volumeMounts?: { name: string }[];
} & Partial<Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', { httpGet: { path: string; port: string } }>>;

type PodSpec = {
  containers: Container[];
  initContainers?: Container[];
  volumes?: { name: string }[];
  securityContext?: Record<string, unknown>;
  automountServiceAccountToken?: boolean;
  enableServiceLinks?: boolean;
  terminationGracePeriodSeconds?: number;
};
type Labels = Record<string, string>;
export type Kubernetes = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; annotations?: Record<string, string> };
  data?: Record<string, string>;
  spec?: Record<string, unknown> & {
    selector?: Labels & { matchLabels?: Labels };
    template?: { metadata: { labels: Labels }; spec: PodSpec };
  };
};
export type Workload = { kind: string; name: string; labels: Labels; pod: PodSpec; claims: string[] };

/** What `kubectl apply -k` would send. */
export async function objectsOf(machine: Pick<Machine, 'run'>, folder: string): Promise<Kubernetes[]> {
  const text = await machine.run('kubectl', ['kustomize', `deploy/kubernetes/${folder}`]);
  return parseAllDocuments(text).map((document) => document.toJS() as Kubernetes);
}

export const ofKind = (objects: readonly Kubernetes[], kind: string) => objects.filter((each) => each.kind === kind);

export const workloadsIn = (objects: readonly Kubernetes[]): Workload[] =>
  objects.flatMap(({ kind, metadata, spec }) => {
    if (!spec?.template) return [];
    const claims = (spec['volumeClaimTemplates'] ?? []) as { metadata: { name: string } }[];
    const { labels } = spec.template.metadata;
    return [
      {
        kind,
        name: metadata.name,
        labels,
        pod: spec.template.spec,
        claims: claims.map((claim) => claim.metadata.name),
      },
    ];
  });

export const containersOf = ({ pod }: Workload): Container[] => [...(pod.initContainers ?? []), ...pod.containers];

export const selects = (selector: Labels, labels: Labels): boolean =>
  Object.entries(selector).every(([label, value]) => labels[label] === value);

import { alarmsRecorded } from './recorded.ts';
import { type Kubernetes, ofKind, selects, type Workload, workloadsIn } from './objects.ts';

type ServicePort = { name: string; targetPort: string };
type Ingress = {
  rules: { http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] } }[];
};
type Metric = { type: string; external?: { metric: { name: string } } };
type Scaler = { scaleTargetRef: { kind: string; name: string }; metrics: Metric[] };
type Policy = { podSelector: { matchLabels: Record<string, string> } };

/** Objects that name each other and do not meet. */
export function aboutLinks(objects: readonly Kubernetes[]): string[] {
  const workloads = workloadsIn(objects);
  return [
    ...ofKind(objects, 'Service').flatMap((service) => aboutService(service, workloads)),
    ...ofKind(objects, 'Ingress').flatMap((ingress) => aboutIngress(ingress, objects)),
    ...ofKind(objects, 'HorizontalPodAutoscaler').flatMap((scaler) => aboutScaler(scaler, workloads)),
    ...ofKind(objects, 'PodDisruptionBudget').flatMap(({ metadata, spec }) =>
      workloads.some(({ labels }) => selects(spec?.selector?.matchLabels ?? {}, labels))
        ? []
        : [`PodDisruptionBudget ${metadata.name} is for nobody`],
    ),
    ...unguarded(objects, workloads),
  ];
}

function aboutService({ metadata, spec }: Kubernetes, workloads: readonly Workload[]): string[] {
  const chosen = workloads.filter(({ labels }) => selects(spec?.selector ?? {}, labels));
  const ports = chosen.flatMap(({ pod }) => pod.containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name)));
  const named = (spec?.['ports'] ?? []) as ServicePort[];
  return [
    ...(chosen.length === 1 ? [] : [`Service ${metadata.name} leads to ${chosen.length} workloads`]),
    ...named
      .filter(({ targetPort }) => !ports.includes(targetPort))
      .map(({ name }) => `Service ${metadata.name}: ${name} leads to no port`),
  ];
}

function aboutIngress({ metadata, spec }: Kubernetes, objects: readonly Kubernetes[]): string[] {
  const services = ofKind(objects, 'Service');
  const { rules } = spec as unknown as Ingress;
  return rules.flatMap(({ http }) =>
    http.paths.flatMap(({ backend: { service } }) => {
      const found = services.find((each) => each.metadata.name === service.name);
      const ports = (found?.spec?.['ports'] ?? []) as ServicePort[];
      return ports.some(({ name }) => name === service.port.name)
        ? []
        : [`Ingress ${metadata.name}: nobody is ${service.name}`];
    }),
  );
}

function aboutScaler({ metadata, spec }: Kubernetes, workloads: readonly Workload[]): string[] {
  const { scaleTargetRef, metrics } = spec as unknown as Scaler;
  const isThere = workloads.some(({ kind, name }) => kind === scaleTargetRef.kind && name === scaleTargetRef.name);
  const unknown = metrics.flatMap(({ external }) => {
    const name = external?.metric.name;
    return name === undefined || alarmsRecorded().includes(name)
      ? []
      : [`${metadata.name} asks for ${name}, which no rule records`];
  });
  return [...(isThere ? [] : [`HorizontalPodAutoscaler ${metadata.name} is for nobody`]), ...unknown];
}

/** Pods that anybody in the cluster may reach. */
const unguarded = (objects: readonly Kubernetes[], workloads: readonly Workload[]): string[] =>
  workloads
    .filter(
      ({ labels }) =>
        !ofKind(objects, 'NetworkPolicy').some(({ spec }) =>
          selects((spec as unknown as Policy).podSelector.matchLabels, labels),
        ),
    )
    .map(({ name }) => `no NetworkPolicy is for ${name}`);

import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service } from 'kubernetes-models/v1';
import type { Kubernetes } from './objects.ts';

const models = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
  StatefulSet,
};

/** What a server would refuse: a key nobody knows, a text where a number belongs. */
export function againstSchema(objects: readonly Kubernetes[]): string[] {
  return objects.flatMap((object) => {
    const { apiVersion, kind, metadata } = object;
    const Model = Object.entries(models).find(([name]) => name === kind)?.[1];
    if (!Model) return [`${kind} ${metadata.name}: no schema is known for this kind`];
    const model = new Model(object as never);
    if (model.apiVersion !== apiVersion) return [`${kind} ${metadata.name}: ${apiVersion} is not ${model.apiVersion}`];
    try {
      model.validate();
      return [];
    } catch (error) {
      return [`${kind} ${metadata.name}: ${(error as Error).message}`];
    }
  });
}

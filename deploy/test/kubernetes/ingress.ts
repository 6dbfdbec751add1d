import { routes } from '../route-list.ts';
import { type Kubernetes, ofKind } from './objects.ts';

type Path = { path: string; pathType: string; backend: { service: { name: string } } };
type Rules = { rules: { host: string; http: { paths: Path[] } }[] };

const usesExpressions = ({ metadata }: Kubernetes) =>
  metadata.annotations?.['nginx.ingress.kubernetes.io/use-regex'] === 'true';

/** Addresses that an Ingress leads to the wrong role, read as ingress-nginx reads all Ingresses of a host together. */
export function aboutRoutes(objects: readonly Kubernetes[]): string[] {
  const ingresses = ofKind(objects, 'Ingress');
  const rules = ingresses.flatMap(({ spec }) => (spec as unknown as Rules).rules);
  const hosts = [...new Set(rules.map(({ host }) => host))];
  return hosts.flatMap((host) => {
    const paths = rules.filter((rule) => rule.host === host).flatMap(({ http }) => http.paths);
    const matches = ingresses.some(usesExpressions) ? matchesExpression : matchesPrefix;
    const longestFirst = paths.toSorted((one, other) => other.path.length - one.path.length);
    return asked(ingresses.some(usesExpressions)).flatMap(([, path, role]) => {
      const found = longestFirst.find((each) => matches(each.path, path))?.backend.service.name;
      return found === `waggle-${role}` ? [] : [`${host}${path} leads to ${found ?? 'nobody'}, and not to ${role}`];
    });
  });
}

/** An Ingress knows no methods, so it cannot lead GET of a form to the edge (docs/operations.md); its other public calls need expressions. */
const asked = (withExpressions: boolean) =>
  routes
    .map(([method, path, role]) => [method, path.split('?')[0]!, role] as const)
    .filter(([, path, role]) => role !== 'nobody' && !/^\/api\/forms\/[^/]+$/.test(path))
    .filter(([, path, role]) => withExpressions || !(path.startsWith('/api/') && role === 'edge'))
    // A prefix covers its own name too; nobody is sent to that.
    .filter(([, path]) => path !== '/qr');

const matchesExpression = (rule: string, path: string): boolean => new RegExp(`^${rule}`, 'i').test(path);

const matchesPrefix = (rule: string, path: string): boolean =>
  rule === '/' || `${path}/`.startsWith(rule.endsWith('/') ? rule : `${rule}/`);

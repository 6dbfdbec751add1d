import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import web from '../apps/web/vite.config.ts';

type Route = {
  options: { path?: string; component?: unknown; getParentRoute?: () => Route };
  children?: readonly Route[];
};
type Features = { features: readonly { routes: Record<string, readonly Route[]> }[] };

const source = fileURLToPath(new URL('../apps/web/src/features.ts', import.meta.url));

/** Every page of every feature that needs no id in its address: those with the shell, and the others. */
export async function allPages(): Promise<{ signedIn: string[]; open: string[] }> {
  const { module } = await runnerImport<Features>(source, { ...web, logLevel: 'error' });
  const routes = module.features.flatMap((feature) => Object.values(feature.routes).flat());
  const pages = routes.flatMap(pagesOf).filter((path) => !path.includes('$'));
  const isInShell = (path: string) => path.startsWith('/dashboard');
  return { signedIn: pages.filter(isInShell), open: pages.filter((path) => !isInShell(path)) };
}

/** A route without a component leads elsewhere, and one with children shows one of them. */
function pagesOf(route: Route): string[] {
  if (route.children) return route.children.flatMap(pagesOf);
  return route.options.component ? [pathOf(route)] : [];
}

function pathOf({ options }: Route): string {
  const parent = options.getParentRoute?.();
  return parent ? pathOf(parent) + (options.path ?? '').replace(/^\/$/, '') : '';
}

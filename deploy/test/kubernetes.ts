import type { Figure } from '../../bench/figures.ts';
import { loadConfig } from '../../apps/server/src/platform/config.ts';
import { aboutRoutes } from './kubernetes/ingress.ts';
import { aboutLinks } from './kubernetes/links.ts';
import { type Kubernetes, objectsOf, ofKind } from './kubernetes/objects.ts';
import { aboutPods } from './kubernetes/pods.ts';
import { againstSchema } from './kubernetes/schema.ts';
import { install, type Machine, type Part } from './machine.ts';

const images = { base: 'waggle', 'overlays/example': 'registry.example/waggle:0.1.0' };

/** The manifests as kubectl would send them, against the schemas of Kubernetes and against each other. */
export const kubernetes: Part = {
  name: 'kubernetes',
  async run(machine): Promise<Figure[]> {
    if (!(await hasKubectl(machine))) install(['kubernetes-client']);
    const figures = [];
    for (const [folder, image] of Object.entries(images)) {
      const objects = await objectsOf(machine, folder);
      const faults = [
        ...againstSchema(objects),
        ...aboutPods(objects, image),
        ...aboutLinks(objects),
        ...aboutRoutes(objects),
      ];
      if (folder !== 'base') faults.push(...unusableSettings(objects));
      for (const fault of faults) machine.say(fault);
      figures.push({ values: { folder, objects: objects.length, faults: faults.length }, ok: faults.length === 0 });
    }
    return figures;
  },
};

const hasKubectl = ({ run }: Pick<Machine, 'run'>): Promise<boolean> =>
  run('kubectl', ['version', '--client']).then(
    () => true,
    () => false,
  );

/** What the processes would say of the settings, with secrets that stand for those the operator makes. */
function unusableSettings(objects: readonly Kubernetes[]): string[] {
  const settings: Record<string, string> = Object.assign({}, ...ofKind(objects, 'ConfigMap').map(({ data }) => data));
  try {
    loadConfig({
      ...settings,
      DATABASE_URL: 'postgres://waggle_app@database/waggle',
      SECRET_KEY: 'stands for a key of at least 32 characters',
      SMTP_URL: 'smtp://mail.example',
    });
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

// What is inside, for whoever must know: a bill of materials in the form of CycloneDX, and the licences it comes under.
import { globSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { neededBy, type Package } from './packages.ts';

export type DebianPackage = { name: string; version: string; architecture: string };
type Inside = { version: string; builtAt: Date; packages: readonly Package[]; debian: readonly DebianPackage[] };

const licenceFile = /^(licen[cs]e|copying|notice|unlicense)/i;

/** Of the browser's code: packages that are bundled and no longer there as folders. */
export const bundledPackages = (source: string): Package[] =>
  neededBy(globSync(['apps/web', 'packages/*'], { cwd: source }).map((folder) => join(source, folder)));

export function writeBill(folder: string, { version, builtAt, packages, debian }: Inside): void {
  const own = [...uniqueOf(packages).values()];
  const components = [
    {
      type: 'platform',
      name: 'node',
      version: process.versions.node,
      purl: `pkg:generic/node@${process.versions.node}`,
    },
    ...own.map(({ manifest }) => ({
      type: 'library',
      name: manifest.name,
      version: manifest.version,
      purl: `pkg:npm/${manifest.name.replace('@', '%40')}@${manifest.version}`,
      licenses: [licenceOf(manifest.license)],
    })),
    ...debian.map(({ name, version: packaged, architecture }) => ({
      type: 'library',
      name,
      version: packaged,
      purl: `pkg:deb/debian/${name}@${encodeURIComponent(packaged)}?arch=${architecture}`,
    })),
  ];
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: builtAt.toISOString(),
      component: { type: 'application', name: 'waggle', version, licenses: [{ license: { id: 'AGPL-3.0-only' } }] },
    },
    components,
  };
  writeFileSync(join(folder, 'bill-of-materials.json'), `${JSON.stringify(bill, null, 2)}\n`);
  writeFileSync(join(folder, 'licences.txt'), licences(own));
}

const uniqueOf = (packages: readonly Package[]): Map<string, Package> =>
  new Map(
    packages
      .map((one) => [`${one.manifest.name}@${one.manifest.version}`, one] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/** An expression such as `MIT OR Apache-2.0` is not the name of a licence. */
function licenceOf(licence: unknown) {
  const text = typeof licence === 'string' ? licence : 'SEE LICENCE FILE';
  if (/ (OR|AND|WITH) /.test(text)) return { expression: text };
  return { license: /^[\w.+-]+$/.test(text) ? { id: text } : { name: text } };
}

function licences(packages: readonly Package[]): string {
  const head = [
    'Waggle is published under the GNU Affero General Public License, version 3 (LICENSE).',
    'The licences of the Debian packages are in the image, as /usr/share/doc/<package>/copyright.',
    'Node.js and the packages below are inside as well.',
  ];
  const nodes = join(realpathSync(process.execPath), '../..');
  const texts = [
    [`node@${process.versions.node} (MIT and others)`, ...licenceTexts(nodes)],
    ...packages.map(({ folder, manifest: { name, version, license } }) => [
      `${name}@${version} (${typeof license === 'string' ? license : 'see its text'})`,
      ...licenceTexts(folder),
    ]),
  ];
  return [head.join('\n'), ...texts.map((parts) => parts.join('\n\n'))].join(`\n\n${'-'.repeat(80)}\n\n`);
}

const licenceTexts = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())
    .toSorted();

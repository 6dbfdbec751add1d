import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { devProxy } from './dev-proxy.ts';
import { texts } from './texts-plugin.ts';
import { withoutChunkCycles } from './without-chunk-cycles.ts';
import { withoutJsonSchema } from './without-json-schema.ts';

const source = (folder: string) => fileURLToPath(new URL(`./src/${folder}`, import.meta.url));
const api = `http://127.0.0.1:${process.env.WAGGLE_API_PORT ?? 3000}`;

/** Files of a folder by their names, whatever they end in. */
const files = (folder: string, names: string) => `/${folder}/(${names.replaceAll(' ', '|')})\\.`;
const anyOf = (...tests: string[]) => new RegExp(tests.join('|'));

/**
 * What the sign-in screen is made of, kept in one file with what it needs. Every screen that shares a part would
 * otherwise split it off, and thirty small files compress worse than one: 189 KB against 184 KB.
 */
const signIn = anyOf(
  files('src/ui', 'alert button button-class checkbox class-names field icon-button input-class logo password-input'),
  files('src/ui', 'pressable spinner text-input tooltip ui-text'),
  files('src/lib', 'api error-summary form i18n lazy-part offers-passkeys registry run-mutation stored ui-text'),
  files('features/accounts', 'auth-notices entrance'),
  files('contracts/src', 'endpoint listing product'),
  files('react-router/dist/esm', 'useMatch useRouter'),
  files('react-query/build/modern', 'useMutation'),
  files('lucide-react/dist/esm/icons', 'key-round'),
  '/react-store/',
);

/**
 * What most screens behind it share, and all icons. The first file names the files of every screen, so each small one
 * costs sign-in the bytes of its name and of its place in many lists: 193 KB against 187 KB.
 */
const screens = anyOf(
  files('src/ui', 'avatar badge card copy-button empty-state hexagon hint kbd load-error name-tint progress save-file'),
  files(
    'src/ui',
    'scroll-region search-input skeleton sparkline tag-chip textarea use-delayed-pending use-media-query',
  ),
  files(
    'src/lib',
    'draft-keeper draft-notices form-dialog list-address recent same-value shortcuts time unsaved-changes use-draft-keeper',
  ),
  files(
    'src/ui',
    'dialog sheet menu select popover confirm layer-focus bottom-layer flight-path radio-cards segmented-control page-header tabs switch',
  ),
  files(
    'contracts/src',
    'clients contacts contact-zones contact-batches contact-fields tags timezones zones private-networks suppressions segments organization contact-words email-change notifications joining brand money imports frequency-cap purchases guests form-submissions contact-rules profile team invitees analytics web-address campaigns campaign-audience campaign-holds sending-window utm sending automations automation-document forms form-definition qr-codes qr-design qr-labels',
  ),
  files('features/settings', 'section queries'),
  files('features/settings/sending', 'list-states'),
  files(
    'features/campaigns',
    'phase addresses keys rates about-text status-badge schedule-text wall-clock recipients-text campaign-name choice-filter',
  ),
  files('features/automations', 'keys catalogue status-badge queries plan-notice'),
  files('features/forms', 'keys status-badge queries plan-notice'),
  files('features/links', 'keys queries'),
  files('features/analytics', 'queries'),
  files('src/lib', 'settle-form'),
  files('features/contacts', 'keys'),
  files('features/contacts/segments', 'queries'),
  files('src/ui', 'bar-list color-field'),
  files('react-query/build/modern', 'useInfiniteQuery useMutationState'),
  files('query-core/build/modern', 'infiniteQueryObserver'),
  files('src/lib', 'format money'),
  files('features/accounts', 'session client-choice plans upgrade-actions queries'),
  files('react-router/dist/esm', 'useBlocker'),
  '/(@radix-ui|@floating-ui|react-remove-scroll|aria-hidden)[/+@]',
  '/lucide-react/dist/esm/icons/',
);

/** How files begin that every page loads first. */
const onEveryPage = 'assets/first-';

export default defineConfig({
  plugins: [react(), tailwindcss(), texts(), withoutJsonSchema(), withoutChunkCycles()],
  resolve: {
    alias: {
      '#ui': source('ui'),
      '#lib': source('lib'),
      '#app': source('app'),
      '#features': source('features'),
    },
  },
  server: { proxy: devProxy(api) },
  build: {
    target: 'baseline-widely-available',
    sourcemap: false,
    // Small assets stay files, so the content policy needs no data: sources.
    assetsInlineLimit: 0,
    // Every browser of the target knows it.
    modulePreload: {
      polyfill: false,
      // The page itself asks for these, so no screen has to ask again: 63 lists are shorter by two names.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'js' ? dependencies.filter((name) => !name.startsWith(onEveryPage)) : dependencies,
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'sign-in', test: signIn, priority: 2 },
            { name: 'screens', test: screens, priority: 1, includeDependenciesRecursively: false },
          ],
        },
        // The first file names all others: without their own names in front of short hashes it is 1,700 bytes smaller.
        chunkFileNames: ({ name }) =>
          name === 'sign-in' || name === 'rolldown-runtime' ? `${onEveryPage}[hash:7].js` : 'assets/[hash:7].js',
      },
    },
  },
});

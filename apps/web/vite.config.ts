import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { devProxy } from './dev-proxy.ts';
import { texts } from './texts-plugin.ts';
import { withoutJsonSchema } from './without-json-schema.ts';

const source = (folder: string) => fileURLToPath(new URL(`./src/${folder}`, import.meta.url));
const api = `http://127.0.0.1:${process.env.WAGGLE_API_PORT ?? 3000}`;

/**
 * What the sign-in screen is made of, kept in one file. Every screen that shares a part would otherwise split it off,
 * and thirty small files compress worse than one: 189 KB against 184 KB.
 */
const signIn =
  /\/src\/(ui\/(alert|button|button-class|checkbox|class-names|field|icon-button|input-class|logo|password-input|pressable|spinner|text-input|tooltip|ui-text)|lib\/(api|error-summary|form|i18n|stored|ui-text))\./;

export default defineConfig({
  plugins: [react(), tailwindcss(), texts(), withoutJsonSchema()],
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
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'sign-in', test: signIn }] },
        // The first file names all others: without their own names in front of short hashes it is 1,700 bytes smaller.
        chunkFileNames: 'assets/[hash:7].js',
      },
    },
  },
});

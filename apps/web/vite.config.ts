import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const source = (folder: string) => fileURLToPath(new URL(`./src/${folder}`, import.meta.url));
const api = `http://127.0.0.1:${process.env.WAGGLE_API_PORT ?? 3000}`;

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: {
      '#ui': source('ui'),
      '#lib': source('lib'),
      '#app': source('app'),
      '#features': source('features'),
    },
  },
  server: { proxy: { '/api': { target: api, changeOrigin: false } } },
  build: {
    target: 'baseline-widely-available',
    sourcemap: false,
    // Small assets stay files, so the content policy needs no data: sources.
    assetsInlineLimit: 0,
  },
});

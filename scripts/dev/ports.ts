/** `PORT_OFFSET=100 pnpm demo` moves every port, so that two copies run side by side. */
const offset = Number(process.env['PORT_OFFSET'] ?? 0);

export const devPorts = (demo: boolean) => ({
  web: 5173 + offset,
  api: 3000 + offset,
  edge: 3001 + offset,
  worker: 3002 + offset,
  metrics: 9464 + offset,
  mailPage: 8025 + offset,
  smtp: 2525 + offset,
  bounces: 2526 + offset,
  stripe: 4242 + offset,
  postgres: (demo ? 55_433 : 55_432) + offset,
});

/** Made by texts-plugin.ts: a loader for each `<language>/<namespace>`. */
declare module 'virtual:texts' {
  const files: Readonly<Record<string, () => Promise<{ default: Record<string, unknown> }>>>;
  export default files;
}

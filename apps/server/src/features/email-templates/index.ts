export { planTemplates, writeTemplates } from './copy/copy-templates.ts';
export { countTemplatesOf } from './copy/queries.ts';

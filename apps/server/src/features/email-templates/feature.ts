import * as contract from '@waggle/contracts/email-templates';
import * as savedBlocks from '@waggle/contracts/saved-blocks';
import { endpointsOf } from '@waggle/contracts/endpoint';
import { createBoundedCache } from '#platform/bounded-cache.ts';
import { defineFeature } from '#platform/feature.ts';
import { images } from '../images/feature.ts';
import { templateSubjects } from './audited.sql.ts';
import { savedBlocksWithImage, templatesWithImage } from './image-uses.sql.ts';
import { templateRoutes } from './routes.ts';
import type { Templates } from './built-in-templates.ts';

/** Built-in templates as brands have looked at them: 36 of them take half a megabyte. */
const mostCompiled = 1_000;

export const emailTemplates = defineFeature<Templates>({
  name: 'email-templates',
  endpoints: [...endpointsOf(contract), ...endpointsOf(savedBlocks)],
  tables: ['email_templates', 'saved_blocks'],
  create({ config }, partsOf) {
    partsOf(images).owners.push(templatesWithImage, savedBlocksWithImage);
    return { publicUrl: config.PUBLIC_URL, compiled: createBoundedCache(mostCompiled) };
  },
  routes: templateRoutes,
  subjects: templateSubjects,
});

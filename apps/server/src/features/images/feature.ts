import { endpointsOf } from '@waggle/contracts/endpoint';
import * as contract from '@waggle/contracts/images';
import { defineFeature } from '#platform/feature.ts';
import { imageSubjects } from './audited.sql.ts';
import type { Images } from './images.ts';
import { imageRoutes } from './routes.ts';

export const images = defineFeature<Images>({
  name: 'images',
  endpoints: endpointsOf(contract),
  tables: ['images'],
  create: ({ config, storage }) => ({ publicUrl: config.PUBLIC_URL, storage, owners: [] }),
  routes: imageRoutes,
  subjects: imageSubjects,
});

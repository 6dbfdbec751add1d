import * as contract from '@waggle/contracts/client-templates';
import { endpointsOf } from '@waggle/contracts/endpoint';
import { defineFeature } from '#platform/feature.ts';
import { settings } from '../settings/feature.ts';
import { clientTemplateSubjects } from './audited.sql.ts';
import { createLookUpBrand } from './look/look-up.ts';
import type { ClientTemplates } from './parts.ts';
import { clientTemplateRoutes } from './routes.ts';

export const clientTemplates = defineFeature<ClientTemplates>({
  name: 'client-templates',
  endpoints: endpointsOf(contract),
  tables: ['client_templates', 'client_starts'],
  create: ({ database, config, limits }, partsOf) => ({
    database,
    settings: partsOf(settings),
    lookUp: createLookUpBrand({ config, limits }),
  }),
  routes: clientTemplateRoutes,
  subjects: clientTemplateSubjects,
});
